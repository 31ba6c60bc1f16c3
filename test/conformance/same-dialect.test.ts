/** Client and vendor of one dialect: the bytes pass, in both directions, and only `model` changes. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readRecordedAnswer, readRecordedEvents } from "../fakes/vendor/recordings.ts";
import { bodyOf, send } from "./raw.ts";
import { Stage } from "./setting.ts";
import { PAIRS, isSame } from "./sides.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.stop());

/** Fields of next year, numbers no float holds, odd spacing, escapes that a printer would change. */
const ODD = `"x_new_field" : {"id":12345678901234567890,"n":1e400,"s":"\\u00e9\\/","deep":[ {"model":"keep me"} ]}`;

function oddText(protocol: Parameters<typeof bodyOf>[0], model: string): string {
  return ` ${JSON.stringify(bodyOf(protocol, model)).slice(0, -1)} ,\n\t${ODD} }\n`;
}

describe.each(PAIRS.filter(isSame))("$upstream.protocol", ({ client: side, upstream }) => {
  const { protocol } = side;

  test("a request under the vendor's own name arrives byte for byte", async () => {
    const publicName = `${upstream.model}-own`;
    const target = await stage.target(upstream, {}, { publicName, model: publicName });
    const text = oddText(protocol, publicName);
    const answer = await send(stage.relay, stage.of(side).key, {
      protocol,
      model: publicName,
      text,
    });
    expect(answer.status).toBe(200);
    expect(target.requests().at(-1)?.bodyText).toBe(text);
  });

  test("a request under another name arrives with only the model changed", async () => {
    const target = await stage.target(upstream);
    const text = oddText(protocol, target.model);
    const answer = await send(stage.relay, stage.of(side).key, {
      protocol,
      model: target.model,
      text,
    });
    expect(answer.status).toBe(200);
    const sent = target.requests().at(-1);
    expect(sent?.bodyText).toBe(text.replace(`"${target.model}"`, `"${upstream.model}"`));
    expect(sent?.model).toBe(upstream.model);
  });

  if (protocol === "openai-responses") return;

  const recording = { openai: "xai-text", anthropic: "anthropic-text", gemini: "google-text" }[
    upstream.fake
  ];

  test("a recorded answer arrives with only the model changed", async () => {
    const target = await stage.target(upstream, { recording });
    const { model } = target;
    const answer = await send(stage.relay, stage.of(side).key, { protocol, model });
    const recorded = readRecordedAnswer(upstream.fake, recording);
    expect(await answer.text()).toBe(renamed(recorded, model));
  });

  test("a recorded stream arrives with only the model changed", async () => {
    const { model } = await stage.target(upstream, { recording });
    const usage =
      protocol === "openai-completions" ? { stream_options: { include_usage: true } } : {};
    const answer = await send(stage.relay, stage.of(side).key, {
      protocol,
      model,
      stream: true,
      fields: usage,
    });
    const data = (await answer.text())
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
      .map((line) => line.slice("data: ".length));
    const recorded = readRecordedEvents(upstream.fake, recording);
    expect(data).toEqual(recorded.map((event) => renamed(event, model)));
  });
});

/** The vendor's name for the model, wherever the dialect says it, under the client's name. */
function renamed(text: string, model: string): string {
  return text.replace(/("model(?:Version)?"\s*:\s*)"[^"]*"/, `$1"${model}"`);
}
