/** The loads every system is put under. */
import { EVENTS_PER_STREAM, type ModelName } from "./behaviours.ts";

export interface Scenario {
  name: ScenarioName;
  title: string;
  model: ModelName;
  promptSize: number;
  connections: number;
  stream: boolean;
  eventsPerAnswer: number;
  warmupSeconds: number;
}

export type ScenarioName = "small" | "alone" | "10k" | "50k" | "stream" | "paced";

const PLAIN = {
  model: "m",
  promptSize: 200,
  connections: 32,
  stream: false,
  eventsPerAnswer: 0,
  warmupSeconds: 0.3,
} as const;
const STREAM = { ...PLAIN, stream: true, eventsPerAnswer: EVENTS_PER_STREAM } as const;

export const SCENARIOS: readonly Scenario[] = [
  { ...PLAIN, name: "small", title: "small prompt, 32 connections" },
  { ...PLAIN, name: "alone", title: "small prompt, 1 connection", connections: 1 },
  { ...PLAIN, name: "10k", title: "10 KB prompt, 32 connections", promptSize: 10_000 },
  { ...PLAIN, name: "50k", title: "50 KB prompt, 32 connections", promptSize: 50_000 },
  { ...STREAM, name: "stream", title: "streams as fast as they go, 32 connections" },
  // Connections start one by one over the warm-up: as long as one stream, so that they spread evenly.
  {
    ...STREAM,
    name: "paced",
    title: "streams of one chunk per 10 ms, 64 connections",
    model: "m-paced",
    connections: 64,
    warmupSeconds: 0.67,
  },
];
