import { expect, test } from "bun:test";
import { parseFaults, parseFaultText, splitModel } from "./fault-text.ts";

test("reads every kind of knob from text", () => {
  const text =
    "status=429;retryAfter=2;missingDone;crlf=false;usage.prompt=10;usage.cached=4;headers.x-a=b;rejectFields=top_k,seed;" +
    'reply=a%3Bb%20c;finish=length;calls=[{"name":"f","arguments":"{}"}]';
  expect(splitModel(`vendor/model:free;${text}`)).toEqual({
    name: "vendor/model:free",
    faults: {
      status: 429,
      retryAfter: "2",
      missingDone: true,
      crlf: false,
      usage: { prompt: 10, cached: 4 },
      headers: { "x-a": "b" },
      rejectFields: ["top_k", "seed"],
      reply: "a;b c",
      finish: "length",
      calls: [{ name: "f", arguments: "{}" }],
    },
  });
});

test("a value that was decoded before may hold a lone percent sign", () => {
  expect(parseFaultText(["reply=100% sure"])).toEqual({ reply: "100% sure" });
});

test("says what is wrong with a knob", () => {
  const complaints: [() => unknown, string][] = [
    [() => parseFaultText(["stats=1"]), 'no fault is called "stats"'],
    [() => parseFaultText(["toString=1"]), 'no fault is called "toString"'],
    [() => parseFaultText(["status=abc"]), '"status" must be a number'],
    [() => parseFaultText(["status"]), '"status" must be a number'],
    [() => parseFaultText(["missingDone=maybe"]), '"missingDone" must be true or false'],
    [() => parseFaultText(["usage.promt=1"]), '"usage" must be .prompt'],
    [() => parseFaultText(["finish=never"]), '"finish" must be one of stop, length'],
    [() => parseFaults([]), "must be a JSON object"],
    [() => parseFaults({ calls: [{ name: "f" }] }), '"calls" must be JSON'],
  ];
  for (const [attempt, message] of complaints) expect(attempt).toThrow(message);
});
