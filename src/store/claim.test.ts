import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { forEachEngine, onEngine, type Place } from "../../test/engines.ts";

const CLAIMER = join(import.meta.dir, "../../test/claimer.ts");

function spawnClaimer(place: Place) {
  const command = [process.execPath, CLAIMER, place.home, place.databaseUrl ?? ""];
  return Bun.spawn(command, { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
}

type Claimer = ReturnType<typeof spawnClaimer>;
let claimers: Claimer[] = [];

/** Starts a process that claims, and waits for what it says. */
async function startClaimer(place: Place): Promise<{ claimer: Claimer; said: string }> {
  const claimer = spawnClaimer(place);
  claimers.push(claimer);
  const { value } = await claimer.stdout.getReader().read();
  return { claimer, said: new TextDecoder().decode(value).trim() };
}

afterEach(async () => {
  for (const claimer of claimers) claimer.kill("SIGKILL");
  await Promise.all(claimers.map((claimer) => claimer.exited));
  claimers = [];
});

forEachEngine("the claim", (open, { makePlace }) => {
  test("is one process's at a time, and free again once that process has closed", async () => {
    const place = await makePlace();
    const first = await startClaimer(place);
    expect(first.said).toBe("claimed");
    expect((await startClaimer(place)).said).toBe("conflict");

    const store = await open(place);
    expect(store.claim()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Another Parley process owns this database"),
    });
    await first.claimer.stdin.end();
    await first.claimer.exited;
    await store.claim();
    await store.claim();
  }, 20_000);

  test("is free at once after kill -9, twice in a row", async () => {
    const place = await makePlace();
    for (let round = 0; round < 2; round++) {
      const { claimer, said } = await startClaimer(place);
      expect(said).toBe("claimed");
      claimer.kill("SIGKILL");
      await claimer.exited;
    }
    const store = await open(place);
    // PostgreSQL notices the dead process when it next looks at the socket.
    for (let tries = 0; tries < 50; tries++) {
      if (
        await store.claim().then(
          () => true,
          () => false,
        )
      )
        return;
      await Bun.sleep(100);
    }
    throw new Error("The claim was never free again.");
  }, 20_000);

  test("goes to exactly one of many processes that start on an empty database at the same moment", async () => {
    const place = await makePlace();
    const started = await Promise.all(Array.from({ length: 5 }, () => startClaimer(place)));
    expect(started.map(({ said }) => said).toSorted()).toEqual([
      "claimed",
      "conflict",
      "conflict",
      "conflict",
      "conflict",
    ]);
  }, 30_000);

  test("holds within one process too", async () => {
    const place = await makePlace();
    const [first, second] = [await open(place), await open(place)];
    await first.claim();
    expect(second.claim()).rejects.toMatchObject({ code: "conflict" });
    await first.close();
    await second.claim();
  });
});

onEngine("postgres", "a claim whose connection dies", (open, { makePlace }) => {
  test("is reported lost, once, and not when the store is closed", async () => {
    const place = await makePlace();
    const store = await open(place);
    let losses = 0;
    const lost = new Promise<void>((resolve) => {
      store.onClaimLost(() => {
        losses++;
        resolve();
      });
    });
    await store.claim();
    const killer = postgres(place.databaseUrl ?? "", { max: 1, fetch_types: false });
    await killer`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`;
    await lost;
    await killer.end();
    await Bun.sleep(50);
    expect(losses).toBe(1);

    const other = await open(place);
    other.onClaimLost(() => losses++);
    await other.claim();
    await other.close();
    await Bun.sleep(50);
    expect(losses).toBe(1);
  });
});
