/** What is kept, set through the API: who may, what wins, and that it holds at once and after a restart. */

import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditPage } from "../../src/contract/audit.ts";
import type { RequestDetail, RequestPage } from "../../src/contract/request.ts";
import type { Retention } from "../../src/contract/settings.ts";
import { openConsole } from "../web/server.ts";
import { makeTestApi } from "./api.ts";
import { addPerson } from "./people.ts";
import { openTestStore } from "./store.ts";

const PATH = "/api/settings/retention";

describe("retention", () => {
  test("is as configured until it is set, and again once that is taken back", async () => {
    const api = makeTestApi(await openTestStore());
    const configured = { requests_days: 30, bodies: false, audit_days: 365 };
    const first = await api.asLocal<Retention>("GET", PATH);
    expect(first.body).toEqual({ ...configured, configured, changed: [] });
    const set = await api.asLocal<Retention>("PATCH", PATH, { requests_days: 7, bodies: true });
    expect(set.body).toEqual({
      ...configured,
      requests_days: 7,
      bodies: true,
      configured,
      changed: ["bodies", "requests_days"],
    });
    expect(api.parts.config.relay.log).toEqual({ retentionDays: 7, bodies: true });
    const back = await api.asLocal<Retention>("PATCH", PATH, { requests_days: null });
    expect(back.body).toMatchObject({ requests_days: 30, bodies: true, changed: ["bodies"] });
    const { body } = await api.asLocal<AuditPage>("GET", "/api/audit?area=settings");
    expect(body.entries[1]).toMatchObject({
      action: `PATCH ${PATH}`,
      summary: "Change what is kept, and for how long",
      changes: [
        { field: "requests_days", before: "30", after: "7" },
        { field: "bodies", before: "false", after: "true" },
      ],
    });
  });

  test.each([[{ requests_days: 0 }], [{ audit_days: 1.5 }], [{ bodies: "yes" }], [{ ledger: 1 }]])(
    "cannot be %j",
    async (patch) => {
      const api = makeTestApi(await openTestStore());
      const answer = await api.asLocal("PATCH", PATH, patch);
      expect(answer.status).toBe(400);
      expect(answer.body.error.problems?.[0]?.path).toBe(Object.keys(patch)[0] ?? "");
    },
  );

  test("is seen by a viewer and set by an admin", async () => {
    const api = makeTestApi(await openTestStore());
    await api.signUp();
    const { browser: viewer } = await addPerson(api, "vera", "viewer");
    expect((await api.call("GET", PATH, { headers: viewer })).status).toBe(200);
    const body = { requests_days: 3 };
    expect((await api.call("PATCH", PATH, { headers: viewer, body })).status).toBe(403);
    const { browser: admin } = await addPerson(api, "adam", "admin");
    expect((await api.call("PATCH", PATH, { headers: admin, body })).status).toBe(200);
  });

  test("of the audit log is the owner's: an admin cannot erase the record of his own acts", async () => {
    const api = makeTestApi(await openTestStore());
    const owner = await api.signUp();
    const { browser, program } = await addPerson(api, "adam", "admin");
    for (const headers of [browser, program])
      for (const body of [
        { audit_days: 1 },
        { audit_days: null },
        { bodies: true, audit_days: 1 },
      ]) {
        const answer = await api.call("PATCH", PATH, { headers, body });
        expect(answer.status).toBe(403);
        expect(answer.body.error).toMatchObject({ sentence: "needs_owner", param: "audit_days" });
      }
    const set = await api.call<Retention>("PATCH", PATH, {
      headers: owner,
      body: { audit_days: 90 },
    });
    expect(set.body).toMatchObject({ audit_days: 90, bodies: false, changed: ["audit_days"] });
  });

  test("changed twice at once keeps both", async () => {
    const api = makeTestApi(await openTestStore());
    await Promise.all([
      api.asLocal("PATCH", PATH, { requests_days: 7 }),
      api.asLocal("PATCH", PATH, { bodies: true }),
      api.asLocal("PATCH", PATH, { audit_days: 90 }),
    ]);
    expect((await api.asLocal<Retention>("GET", PATH)).body).toMatchObject({
      requests_days: 7,
      bodies: true,
      audit_days: 90,
    });
  });

  test("holds for the next call, and after a restart", async () => {
    const home = mkdtempSync(join(tmpdir(), "parley-retention-"));
    const site = await openConsole({ home });
    const { key } = await site.makeKey();
    await site.chat(key);
    await site.api("PATCH", PATH, { bodies: true });
    await site.chat(key);
    const { requests } = await site.api<RequestPage>("GET", "/api/relay/requests");
    const stored = await Promise.all(
      requests.map(({ id }) => site.api<RequestDetail>("GET", `/api/relay/requests/${id}`)),
    );
    expect(stored.map(({ bodies }) => bodies !== null)).toEqual([true, false]);
    await site.stop();
    const again = await openConsole({ home });
    expect(await again.api<Retention>("GET", PATH)).toMatchObject({ bodies: true });
    await again.stop();
    rmSync(home, { recursive: true });
  });
});
