import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import type { Inbound, Operation } from "../../inbound.ts";
import { promptText } from "./prompt-text.ts";
import { parseRequest } from "./validate.ts";

const at = { model: "gemini-x", stream: false };
const parse = (body: unknown, operation: Operation = "chat"): Inbound =>
  parseRequest(operation, typeof body === "string" ? body : JSON.stringify(body), at);
const user = { role: "user", parts: [{ text: "hi" }] };
const problem = (body: unknown, operation?: Operation): AppError => {
  try {
    parse(body, operation);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error("was accepted");
};

describe("requests that pass", () => {
  test("facts of a request: model and stream from the path, limits from either spelling", () => {
    const text = JSON.stringify({
      contents: [user],
      generation_config: { max_output_tokens: "7", candidate_count: 2 },
    });
    expect(parseRequest("chat", text, { model: "models/gemini-x", stream: true })).toMatchObject({
      operation: "chat",
      model: "gemini-x",
      stream: true,
      wantsUsage: true,
      maxOutputTokens: 7,
      choices: 2,
      text,
    });
  });

  test.each([
    [
      "unknown fields and parts",
      {
        contents: [
          { ...user, x: 1 },
          { role: "model", parts: [{ newThing: {} }] },
        ],
        later: true,
      },
    ],
    ["one object for a list", { contents: { parts: { text: "hi" } }, tools: { googleSearch: {} } }],
    [
      "null for absent",
      { contents: [user], systemInstruction: null, generationConfig: null, tools: null },
    ],
    [
      "calls and results",
      {
        contents: [
          user,
          { role: "model", parts: [{ functionCall: { name: "f" } }] },
          { role: "function", parts: [{ functionResponse: { name: "f", response: {} } }] },
        ],
      },
    ],
  ])("%s", (_what, body) => {
    expect(parse(body).maxOutputTokens).toBeUndefined();
  });

  test("counting and embedding", () => {
    expect(parse({ contents: [user] }, "count-tokens").stream).toBe(false);
    expect(
      parse({ generateContentRequest: { model: "models/x", contents: [user] } }, "count-tokens")
        .choices,
    ).toBe(1);
    expect(parse({ content: { parts: [{ text: "a" }] } }, "embeddings").maxOutputTokens).toBe(0);
    expect(
      parse({ requests: [{ content: { parts: [{ text: "a" }] } }] }, "embeddings").choices,
    ).toBe(1);
  });
});

describe("requests that do not", () => {
  test.each([
    [{}, "contents", "must be an array of contents, found nothing"],
    [{ contents: [] }, "contents", "must hold at least one content"],
    [{ contents: ["hi"] }, "contents[0]", "must be an object"],
    [
      { contents: [{ role: "system", parts: [{ text: "x" }] }] },
      "contents[0].role",
      "must be user or model",
    ],
    [
      { contents: [{ role: "user" }] },
      "contents[0].parts",
      "must be an array of parts, found nothing",
    ],
    [{ contents: [{ parts: [] }] }, "contents[0].parts", "at least one part"],
    [{ contents: [{ parts: [{}] }] }, "contents[0].parts[0]", "found an empty object"],
    [{ contents: [{ parts: [{ text: 5 }] }] }, "contents[0].parts[0].text", "found 5"],
    [
      { contents: [{ parts: [{ functionCall: { args: {} } }] }] },
      "contents[0].parts[0].functionCall.name",
      "must name the function",
    ],
    [
      { contents: [{ parts: [{ functionCall: { name: "f", args: "{}" } }] }] },
      "contents[0].parts[0].functionCall.args",
      "must be an object",
    ],
    [
      { contents: [{ parts: [{ functionResponse: { name: "f", response: "x" } }] }] },
      "contents[0].parts[0].functionResponse.response",
      "must be an object",
    ],
    [
      { contents: [{ parts: [{ inline_data: { data: "AA" } }] }] },
      "contents[0].parts[0].inlineData.mimeType",
      "must be a text",
    ],
    [
      { contents: [{ parts: [{ fileData: {} }] }] },
      "contents[0].parts[0].fileData.fileUri",
      "must be a text",
    ],
    [{ contents: [user], systemInstruction: "be kind" }, "systemInstruction", "must be an object"],
    [{ contents: [user], generationConfig: [] }, "generationConfig", "must be an object"],
    [
      { contents: [user], generationConfig: { maxOutputTokens: 0 } },
      "generationConfig.maxOutputTokens",
      "of at least 1",
    ],
    [
      { contents: [user], generationConfig: { candidateCount: 9 } },
      "generationConfig.candidateCount",
      "from 1 to 8",
    ],
    [
      { contents: [user], generationConfig: { temperature: "hot" } },
      "generationConfig.temperature",
      "must be a number",
    ],
    [
      { contents: [user], generationConfig: { stopSequences: "x" } },
      "generationConfig.stopSequences",
      "array of texts",
    ],
    [
      { contents: [user], tools: [{ functionDeclarations: [{}] }] },
      "tools[0].functionDeclarations[0].name",
      "must name",
    ],
    [{ contents: [user], tools: "x" }, "tools", "must be an array of tools"],
    [
      { contents: [user], generationConfig: {}, generation_config: {} },
      "generationConfig",
      "two spellings",
    ],
    [
      { contents: [user], generationConfig: { maxOutputTokens: 1, max_output_tokens: 2 } },
      "generationConfig.maxOutputTokens",
      "more than once",
    ],
  ])("%j", (body, param, message) => {
    const error = problem(body);
    expect(error.detail.param).toBe(param);
    expect(error.message).toContain(message);
  });

  test("a limit that stands twice is refused, however it is spelled", () => {
    const contents = JSON.stringify([user]);
    const twice = [
      `{"contents":${contents},"generationConfig":{"maxOutputTokens":1,"maxOutputTokens":9000}}`,
      `{"contents":${contents},"generationConfig":{"maxOutputTokens":1,"max\\u004futputTokens":9000}}`,
      `{"contents":${contents},"generationConfig":{"candidateCount":1,"candidateCount":8}}`,
      `{"contents":${contents},"generationConfig":{},"generationConfig":{"maxOutputTokens":9000}}`,
    ];
    for (const text of twice) expect(problem(text).message).toContain("more than once");
    // The same words inside a prompt are only words.
    parse({
      contents: [{ parts: [{ text: '"maxOutputTokens" "maxOutputTokens"' }] }],
      generationConfig: { maxOutputTokens: 1 },
    });
  });

  test("every problem is named", () => {
    const error = problem({ contents: [{ role: "x", parts: [{}] }], tools: 5 });
    expect(error.detail.problems?.map(({ path }) => path)).toEqual([
      "contents[0].role",
      "contents[0].parts[0]",
      "tools",
    ]);
  });

  test("no JSON, no object, no model, no such operation", () => {
    expect(problem("{").code).toBe("invalid_json");
    expect(problem("[]").code).toBe("invalid_request");
    expect(() => parseRequest("chat", JSON.stringify({ contents: [user] }))).toThrow(
      "`model` must be named in the path",
    );
    expect(problem({ contents: [user] }, "completions").code).toBe("not_found");
    expect(problem({ generateContentRequest: 5 }, "count-tokens").detail.param).toBe(
      "generateContentRequest",
    );
    expect(problem({}, "embeddings").detail.param).toBe("content");
    expect(problem({ requests: [] }, "embeddings").detail.param).toBe("requests");
    expect(problem({ requests: [{ content: {} }] }, "embeddings").detail.param).toBe(
      "requests[0].content.parts",
    );
  });
});

describe("the countable text", () => {
  test("instruction, turns, calls, results, tools and schema", () => {
    const body = {
      systemInstruction: { parts: [{ text: "be kind" }] },
      contents: [
        user,
        { role: "model", parts: [{ functionCall: { name: "f", args: { a: 1 } } }] },
        {
          parts: [
            { functionResponse: { name: "f", response: { output: "r" } } },
            { inlineData: { mimeType: "image/png", data: "AAAA" } },
          ],
        },
      ],
      tools: [{ googleSearch: {} }],
      generationConfig: { responseSchema: { type: "STRING" } },
    };
    const text =
      'be kind\nuser\nhi\nmodel\nf\n{"a":1}\nf\n{"output":"r"}\n[{"googleSearch":{}}]\n{"type":"STRING"}';
    expect(promptText(parse(body))).toBe(text);
    expect(promptText(parse({ generateContentRequest: body }, "count-tokens"))).toBe(text);
    expect(
      promptText(parse({ requests: [{ content: { parts: [{ text: "a" }] } }] }, "embeddings")),
    ).toBe("a");
  });
});
