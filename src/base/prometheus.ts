/**
 * Counters, gauges and histograms in the Prometheus text format. A series is looked up once and kept by whoever counts:
 * counting is then an addition, which the usual library's hashing of labels on every call is not.
 */

export type Labels = Readonly<Record<string, string | number>>;

export interface Series {
  add(amount: number): void;
}

interface Metric {
  write(): string;
}

export class Registry {
  readonly #metrics: Metric[] = [];

  counter(name: string, help: string): Family<Series> {
    return this.#plain(name, help, "counter");
  }

  gauge(name: string, help: string): Family<Series> {
    return this.#plain(name, help, "gauge");
  }

  /** `bounds` are the upper bounds of the buckets, ascending. */
  histogram(name: string, help: string, bounds: readonly number[]): Family<HistogramSeries> {
    return this.#add(new Family(name, help, "histogram", () => new HistogramSeries(bounds)));
  }

  text(): string {
    return this.#metrics.map((metric) => metric.write()).join("");
  }

  #plain(name: string, help: string, type: string): Family<Series> {
    return this.#add(new Family<PlainSeries>(name, help, type, () => new PlainSeries()));
  }

  #add<Kind extends Writable>(family: Family<Kind>): Family<Kind> {
    this.#metrics.push(family);
    return family;
  }
}

interface Writable {
  write(name: string, labels: string): string;
}

/** All series of one name. */
export class Family<Kind extends object> implements Metric {
  readonly #name: string;
  readonly #head: string;
  readonly #make: () => Kind & Writable;
  readonly #series = new Map<string, Kind & Writable>();

  constructor(name: string, help: string, type: string, make: () => Kind & Writable) {
    this.#name = name;
    this.#head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    this.#make = make;
  }

  /** The series with these labels, made when it is new. Keep it: the look-up is the expensive part. */
  with(labels: Labels = {}): Kind {
    const text = writeLabels(labels);
    let series = this.#series.get(text);
    if (!series) this.#series.set(text, (series = this.#make()));
    return series;
  }

  write(): string {
    let text = this.#head;
    for (const [labels, series] of this.#series) text += series.write(this.#name, labels);
    return text;
  }
}

class PlainSeries implements Series, Writable {
  #value = 0;

  add(amount: number): void {
    this.#value += amount;
  }

  write(name: string, labels: string): string {
    return `${name}${braces(labels)} ${this.#value}\n`;
  }
}

export class HistogramSeries implements Writable {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] as number)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.#sum += value;
  }

  write(name: string, labels: string): string {
    const comma = labels === "" ? "" : ",";
    let total = 0;
    let text = "";
    for (const [index, count] of this.#counts.entries()) {
      total += count;
      text += `${name}_bucket{${labels}${comma}le="${this.#bounds[index] ?? "+Inf"}"} ${total}\n`;
    }
    return `${text}${name}_sum${braces(labels)} ${this.#sum}\n${name}_count${braces(labels)} ${total}\n`;
  }
}

function braces(labels: string): string {
  return labels === "" ? "" : `{${labels}}`;
}

function writeLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(String(value))}"`)
    .join(",");
}

function escape(text: string): string {
  return text.replaceAll(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}
