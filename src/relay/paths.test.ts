import { describe, expect, test } from "bun:test";
import { findEndpoint } from "./paths.ts";

const CHAT = "/v1/chat/completions";

describe("findEndpoint", () => {
  test.each([
    "/v1/chat/completions",
    "/chat/completions",
    "/v1/v1/chat/completions",
    "/v1/chat/completions/chat/completions",
    "/v1/chat/completions/v1/chat/completions",
    "/chat/completions/chat/completions",
    "/v1/chat/completions/",
    "//v1//chat/completions",
  ])("%s is chat", (path) => {
    expect(findEndpoint(path)).toMatchObject({ kind: "inference", name: CHAT });
  });

  test.each([
    "/v1/models",
    "/models",
    "/v1/v1/models/",
    "/v1/chat/completions/models",
    "/chat/completions/v1/models",
  ])("%s lists models", (path) => {
    expect(findEndpoint(path)).toEqual({ kind: "models" });
  });

  test.each([
    ["/v1/embeddings", "/v1/embeddings"],
    ["/v1/chat/completions/embeddings", "/v1/embeddings"],
    ["/completions", "/v1/completions"],
    ["/v1/chat/completions/completions", "/v1/completions"],
    ["/v1/embeddings/embeddings", "/v1/embeddings"],
  ])("%s is %s", (path, name) => {
    expect(findEndpoint(path)).toMatchObject({ kind: "inference", name });
  });

  test("a model id may hold slashes and escapes", () => {
    expect(findEndpoint("/v1/models/meta/llama-3")).toEqual({ kind: "model", id: "meta/llama-3" });
    expect(findEndpoint("/models/meta%2Fllama-3%3Afree")).toEqual({
      kind: "model",
      id: "meta/llama-3:free",
    });
    expect(findEndpoint("/v1/models/100%")).toEqual({ kind: "model", id: "100%" });
  });

  test.each([
    ["/v1/chat/completion", CHAT],
    ["/v1/chat", CHAT],
    ["/v1/embedding", "/v1/embeddings"],
    ["/v1/model", "/v1/models"],
  ])("%s is unknown and %s is near", (path, nearest) => {
    expect(findEndpoint(path)).toEqual({ kind: "unknown", nearest });
  });

  test.each(["/", "/api/session", "/metrics", "/assets/app.js"])(
    "%s is none of the relay's",
    (path) => {
      expect(findEndpoint(path)).toBeUndefined();
    },
  );
});
