/**
 * The load generator, its own process: a closed loop over keep-alive connections. Each line of standard input is a
 * LoadSpec, each line of standard output the LoadReport of its run. When standard input closes it ends, after the run under
 * way if there is one.
 *
 * The window that is measured begins when the warm-up is over and every connection has started. The processes' CPU time
 * is read here, at both ends of the window, so that time and requests are counted over the same moment.
 */
import { type Answer, ClientConnection, makeRequest, type Target } from "./client.ts";
import { Histogram, type LatencySummary } from "./histogram.ts";
import { listenForParent } from "./parent.ts";
import { readCpuMicros, readMachineBusyMicros } from "./proc.ts";

export interface LoadSpec {
  target: Target;
  body: string;
  connections: number;
  warmupSeconds: number;
  seconds: number;
  /** Events of a whole stream; 0 for a plain answer. */
  eventsPerAnswer: number;
  /** Whose CPU time is charged to the requests. */
  pids: number[];
  /** The rest of the harness; its time and that of the load generator is not counted as somebody else's. */
  harnessPids: number[];
}

export interface LoadReport {
  /** Length of the window. */
  seconds: number;
  /** In the window: whole answers as expected, and all others. */
  answers: number;
  faults: number;
  events: number;
  cpuMicros: number;
  /** CPU time that neither `pids` nor the harness used: how disturbed the window was. */
  othersMicros: number;
  /** Microseconds. */
  latency: LatencySummary;
  firstByte: LatencySummary;
  longestGap: LatencySummary;
  /** Warm-up and the end included: sent = answered + lost + unfinished. */
  whole: { sent: number; answered: number; lost: number; unfinished: number };
  /** Kinds of fault with their counts, over the whole run. */
  faultKinds: Record<string, number>;
}

const DRAIN_MS = 5_000;
/** So many faults without one good answer: there is nothing to measure. */
const HOPELESS = 1_000;

class Run {
  readonly #spec: LoadSpec;
  readonly #request: Buffer;
  readonly #whole = { sent: 0, answered: 0, lost: 0, unfinished: 0 };
  readonly #faultKinds: Record<string, number> = {};
  readonly #latency = new Histogram();
  readonly #firstByte = new Histogram();
  readonly #longestGap = new Histogram();
  readonly #connections = new Set<ClientConnection>();
  #isMeasuring = false;
  #isOver = false;
  #answers = 0;
  #faults = 0;
  #faultsOfAll = 0;
  #goodOfAll = 0;
  #events = 0;

  constructor(spec: LoadSpec) {
    this.#spec = spec;
    this.#request = makeRequest(spec.target, spec.body);
  }

  async measure(): Promise<LoadReport> {
    await this.#startConnections();
    this.#isMeasuring = true;
    const begin = this.#readClocks();
    await Bun.sleep(this.#spec.seconds * 1000);
    const end = this.#readClocks();
    this.#isMeasuring = false;
    await this.#drain();
    return {
      seconds: (end.nanoseconds - begin.nanoseconds) / 1e9,
      answers: this.#answers,
      faults: this.#faults,
      events: this.#events,
      cpuMicros: end.cpu - begin.cpu,
      othersMicros: Math.max(0, end.others - begin.others),
      latency: this.#latency.summary(),
      firstByte: this.#firstByte.summary(),
      longestGap: this.#longestGap.summary(),
      whole: this.#whole,
      faultKinds: this.#faultKinds,
    };
  }

  #readClocks(): { nanoseconds: number; cpu: number; others: number } {
    const cpu = readCpuMicros(this.#spec.pids);
    const harness = readCpuMicros([process.pid, ...this.#spec.harnessPids]);
    return { nanoseconds: Bun.nanoseconds(), cpu, others: readMachineBusyMicros() - cpu - harness };
  }

  /** Spread over the warm-up, so that paced streams do not march in step. */
  async #startConnections(): Promise<void> {
    const { connections, warmupSeconds } = this.#spec;
    for (let started = 0; started < connections; started++) {
      await this.#connect();
      await Bun.sleep((warmupSeconds * 1000) / connections);
    }
  }

  async #connect(): Promise<void> {
    const connection = await ClientConnection.open(this.#spec.target.port, {
      answered: (answer) => this.#answered(connection, answer),
      lost: (inFlight) => this.#lost(connection, inFlight),
      progressed: (events) => {
        if (this.#isMeasuring) this.#events += events;
      },
    });
    this.#connections.add(connection);
    this.#send(connection);
  }

  #send(connection: ClientConnection): void {
    if (this.#isOver) return;
    this.#whole.sent += 1;
    connection.send(this.#request);
  }

  #answered(connection: ClientConnection, answer: Answer): void {
    this.#whole.answered += 1;
    const fault = findFault(answer, this.#spec.eventsPerAnswer);
    if (fault !== undefined) {
      this.#fault(fault);
    } else {
      this.#goodOfAll += 1;
      if (this.#isMeasuring) this.#record(answer);
    }
    this.#send(connection);
  }

  #record(answer: Answer): void {
    this.#answers += 1;
    this.#latency.record(answer.total);
    if (answer.events === 0) return;
    this.#firstByte.record(answer.firstByte);
    this.#longestGap.record(answer.longestGap);
  }

  #lost(connection: ClientConnection, inFlight: boolean): void {
    this.#connections.delete(connection);
    if (inFlight) {
      this.#whole.lost += 1;
      this.#fault("connection lost");
    }
    if (this.#isOver) return;
    this.#connect().catch((error: unknown) => this.#fault(`no connection: ${String(error)}`));
  }

  #fault(kind: string): void {
    this.#faultKinds[kind] = (this.#faultKinds[kind] ?? 0) + 1;
    this.#faultsOfAll += 1;
    if (this.#isMeasuring) this.#faults += 1;
    if (this.#faultsOfAll > HOPELESS && this.#goodOfAll === 0) this.#isOver = true;
  }

  async #drain(): Promise<void> {
    this.#isOver = true;
    const { sent } = this.#whole;
    const inFlight = (): number => sent - this.#whole.answered - this.#whole.lost;
    for (let waited = 0; inFlight() > 0 && waited < DRAIN_MS; waited += 5) await Bun.sleep(5);
    this.#whole.unfinished = inFlight();
    for (const connection of this.#connections) connection.leave("close");
  }
}

function findFault(answer: Answer, eventsPerAnswer: number): string | undefined {
  if (answer.status !== 200) return `status ${answer.status}`;
  if (eventsPerAnswer === 0) return undefined;
  if (!answer.isDone) return "stream without [DONE]";
  if (answer.events !== eventsPerAnswer) return `stream of ${answer.events} events`;
  return undefined;
}

let runs: Promise<void> = Promise.resolve();

async function answerLine(line: string): Promise<void> {
  const spec = JSON.parse(line) as LoadSpec;
  console.log(JSON.stringify(await new Run(spec).measure()));
}

function fail(error: unknown): void {
  console.error(`load: ${String(error)}`);
  process.exit(1);
}

listenForParent(
  () => {
    runs.then(() => process.exit(0), fail);
  },
  (line) => {
    runs = runs.then(() => answerLine(line));
    runs.catch(fail);
  },
);
