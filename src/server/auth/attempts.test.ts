import { describe, expect, test } from "bun:test";
import { AppError } from "../../base/errors.ts";
import { Attempts } from "./attempts.ts";

const HERE = "203.0.113.7";

/** Seconds until the next attempt is allowed; 0: it was. */
function waitAfter(attempts: Attempts, name: string, address: string, now: number): number {
  try {
    attempts.begin(name, address, now);
    return 0;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limit_exceeded") {
      return error.detail.retryAfter ?? Number.NaN;
    }
    throw error;
  }
}

describe("attempts", () => {
  test("five are free, then the wait doubles up to a quarter of an hour", () => {
    const attempts = new Attempts();
    const waits: number[] = [];
    let now = 0;
    for (let attempt = 0; attempt < 12; attempt++) {
      expect(waitAfter(attempts, "ada", HERE, now)).toBe(0);
      const wait = waitAfter(attempts, "ada", HERE, now);
      if (wait === 0) continue;
      waits.push(wait);
      now += wait * 1000;
    }
    expect(waits.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  test("many names from one address are locked, other addresses are not", () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 20; guess++) attempts.begin(`user ${guess}`, HERE, 0);
    expect(waitAfter(attempts, "somebody else", HERE, 0)).toBe(30);
    expect(waitAfter(attempts, "somebody else", "203.0.113.8", 0)).toBe(0);
  });

  test("one name from many addresses is locked", () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 5; guess++) attempts.begin("ada", `203.0.113.${guess}`, 0);
    expect(waitAfter(attempts, "ada", "203.0.113.99", 0)).toBe(30);
  });

  test("an IPv6 network counts as one address", () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 20; guess++)
      attempts.begin(`user ${guess}`, `2001:db8:1:2::${guess}`, 0);
    expect(waitAfter(attempts, "x", "2001:db8:1:2:ffff:1:2:3", 0)).toBe(30);
    expect(waitAfter(attempts, "x", "2001:db8:1:3::1", 0)).toBe(0);
  });

  test("success forgets the failures of the name, but not those of the address", () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 4; guess++) attempts.begin("ada", HERE, 0);
    attempts.begin("ada", HERE, 0).succeed();
    for (let guess = 0; guess < 4; guess++) attempts.begin("ada", HERE, 0);
    attempts.begin("ada", HERE, 0).succeed();
    for (let guess = 0; guess < 12; guess++) attempts.begin(`user ${guess}`, HERE, 0);
    expect(waitAfter(attempts, "eve", HERE, 0)).toBe(30);
  });

  test("failures are forgotten after an hour", () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 5; guess++) attempts.begin("ada", HERE, 0);
    const hour = 3_600_000;
    for (let guess = 0; guess < 5; guess++) expect(waitAfter(attempts, "ada", HERE, hour)).toBe(0);
    expect(waitAfter(attempts, "ada", HERE, hour)).toBe(30);
  });

  test("a flood of names does not fill the memory", () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 30_000; guess++)
      attempts.begin(`user ${guess}`, `address ${guess}`, 0);
    for (let guess = 0; guess < 5; guess++) attempts.begin("ada", HERE, 0);
    expect(waitAfter(attempts, "ada", HERE, 0)).toBe(30);
  });
});
