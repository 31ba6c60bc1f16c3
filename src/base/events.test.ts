import { expect, test } from "bun:test";
import { EventHub } from "./events.ts";

interface Events {
  readonly call: { readonly id: string };
  readonly key: string;
}

test("tells every listener, in order, until it stops listening", () => {
  const hub = new EventHub<Events>();
  const heard: unknown[] = [];
  const stop = hub.listen((name, data) => heard.push(["first", name, data]));
  hub.listen((name, data) => heard.push(["second", name, data]));
  hub.publish("call", { id: "1" });
  stop();
  hub.publish("key", "k");
  expect(heard).toEqual([
    ["first", "call", { id: "1" }],
    ["second", "call", { id: "1" }],
    ["second", "key", "k"],
  ]);
});

test("knows whether anybody listens", () => {
  const hub = new EventHub<Events>();
  expect(hub.isHeard).toBe(false);
  const stop = hub.listen(() => undefined);
  expect(hub.isHeard).toBe(true);
  stop();
  expect(hub.isHeard).toBe(false);
});
