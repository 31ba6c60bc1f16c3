import { describe, expect, test } from "bun:test";
import { parseProtocol } from "../llm/dialects/index.ts";
import { findOffers, type OfferSearch } from "./offers.ts";
import { PRESETS } from "./presets.ts";

const nobody = () => Promise.reject(new Error("connection refused"));

function search(options: Partial<OfferSearch> = {}) {
  return findOffers({ findEnv: () => undefined, fetch: nobody, known: [], ...options });
}

function modelServer(port: number, body: unknown): OfferSearch["fetch"] {
  return (url) =>
    url === `http://127.0.0.1:${port}/v1/models` ? Promise.resolve(Response.json(body)) : nobody();
}

describe("findOffers", () => {
  test("finds nothing on an empty machine", async () => {
    expect(await search()).toEqual([]);
  });

  test("offers a vendor whose key is in the environment, without showing the key", async () => {
    const offers = await search({
      findEnv: (name) => (name === "OPENAI_API_KEY" ? "sk-secret" : undefined),
    });
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({ name: "openai", kind: "env", source: "OPENAI_API_KEY" });
    expect(offers[0]?.command).toBe(
      "./parley relay provider add openai --api-key env:OPENAI_API_KEY --model gpt-5-mini " +
        "--price-in 0.25 --price-out 2 --price-cached 0.025",
    );
    expect(JSON.stringify(offers)).not.toContain("sk-secret");
  });

  test("offers a model server with the models it has, quoted for the shell", async () => {
    const body = { data: [{ id: "llama3.2:3b" }, { id: "$(reboot)" }, { id: "a b" }, { id: 7 }] };
    const offers = await search({ fetch: modelServer(11_434, body), program: "parley" });
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({ kind: "local", models: ["llama3.2:3b", "$(reboot)"] });
    expect(offers[0]?.command).toBe(
      "parley relay provider add ollama --model llama3.2:3b --model '$(reboot)' --free",
    );
  });

  test("offers neither what is a provider already nor Parley itself", async () => {
    const fetch = modelServer(8080, { data: [{ id: "m" }] });
    expect(await search({ fetch })).toHaveLength(1);
    expect(
      await search({ fetch, known: [{ name: "mine", base_url: "http://localhost:8080/v1" }] }),
    ).toEqual([]);
    expect(
      await search({ fetch, known: [{ name: "llama.cpp", base_url: "http://10.0.0.1/v1" }] }),
    ).toEqual([]);
    expect(await search({ fetch, ownPort: 8080 })).toEqual([]);
  });

  test.each([
    ["a page", "<html>", 200],
    ["another API", '{"data":"x"}', 200],
    ["a refusal", '{"data":[{"id":"m"}]}', 401],
  ])("takes %s on a known port for what it is: no model server", async (_, body, status) => {
    expect(await search({ fetch: () => Promise.resolve(new Response(body, { status })) })).toEqual(
      [],
    );
  });

  test("gives up on a server that does not answer", async () => {
    const silent: OfferSearch["fetch"] = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      });
    expect(await search({ fetch: silent })).toEqual([]);
  });
});

describe("presets", () => {
  test("speak a protocol that is served and look only at this machine", () => {
    for (const preset of PRESETS) {
      expect(parseProtocol(preset.protocol)).toBe(preset.protocol);
      const { hostname, port } = new URL(preset.baseUrl);
      if (preset.local) expect([hostname, Number(port)]).toEqual(["127.0.0.1", preset.local.port]);
      else expect(preset.baseUrl).toStartWith("https://");
    }
  });

  test("have names of their own", () => {
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length);
  });
});
