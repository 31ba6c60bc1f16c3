import { describe, expect, test } from "bun:test";
import { isZone, listSteps, type StepOfTime } from "./zone.ts";

function list(since: string, until: string, step: StepOfTime, zone?: string): string[] {
  return listSteps(Date.parse(since), Date.parse(until), step, zone).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );
}

describe("steps of time", () => {
  test("begin with the step that the first moment lies in, and end before the last one", () => {
    expect(list("2026-01-31T12:34:56Z", "2026-01-31T15:00:00Z", "hour")).toEqual([
      "2026-01-31T12:00",
      "2026-01-31T13:00",
      "2026-01-31T14:00",
    ]);
    expect(list("2026-01-31T12:34:56Z", "2026-01-31T12:34:57Z", "day")).toEqual([
      "2026-01-31T00:00",
    ]);
  });

  test("are days of the zone, the long and the short one too", () => {
    expect(list("2026-03-28T12:00:00Z", "2026-03-31T00:00:00Z", "day", "Europe/Berlin")).toEqual([
      "2026-03-27T23:00",
      "2026-03-28T23:00",
      "2026-03-29T22:00",
      "2026-03-30T22:00",
    ]);
    expect(list("2026-10-31T12:00:00Z", "2026-11-03T00:00:00Z", "day", "America/New_York")).toEqual(
      ["2026-10-31T04:00", "2026-11-01T04:00", "2026-11-02T05:00"],
    );
    // The day has no midnight there.
    expect(list("2026-04-24T12:00:00Z", "2026-04-25T12:00:00Z", "day", "Africa/Cairo")).toEqual([
      "2026-04-23T22:00",
      "2026-04-24T21:00",
    ]);
  });

  test("are hours of clocks that are half an hour off, and twice the hour that comes twice", () => {
    expect(list("2026-01-31T12:00:00Z", "2026-01-31T14:00:00Z", "hour", "Asia/Kolkata")).toEqual([
      "2026-01-31T11:30",
      "2026-01-31T12:30",
      "2026-01-31T13:30",
    ]);
    expect(
      list("2026-11-01T05:10:00Z", "2026-11-01T08:00:00Z", "hour", "America/New_York"),
    ).toEqual(["2026-11-01T05:00", "2026-11-01T06:00", "2026-11-01T07:00"]);
  });

  test("need a zone there is", () => {
    expect(["UTC", "Asia/Shanghai", "Mars/Olympus", ""].map(isZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
