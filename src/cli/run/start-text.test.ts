import { describe, expect, test } from "bun:test";
import { plainPaint } from "../paint.ts";
import { bannerText, curlLine, type StartFacts } from "./start-text.ts";

const FACTS: StartFacts = {
  version: "1.2.3",
  program: "./parley",
  url: "http://127.0.0.1:8400",
  host: "127.0.0.1",
  home: "/home/ada/.parley",
  database: "SQLite",
  setupCode: undefined,
  firstKey: undefined,
  model: "demo",
};

describe("what start says", () => {
  test("leaves out what does not apply", () => {
    const text = bannerText(FACTS, plainPaint);
    for (const absent of ["Setup code", "First key", "Open to"]) expect(text).not.toContain(absent);
    expect(text).toContain("./parley relay key create --name NAME");
  });

  test("warns when the network can reach it", () => {
    expect(bannerText({ ...FACTS, host: "0.0.0.0" }, plainPaint)).toContain("Open to");
  });

  test("quotes a model name that a shell would read", () => {
    expect(curlLine({ ...FACTS, model: "it's" })).toEndWith(
      String.raw`-d '{"model":"it'\''s","messages":[{"role":"user","content":"Hello"}]}'`,
    );
  });
});
