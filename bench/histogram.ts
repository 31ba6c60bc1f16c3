/**
 * A latency histogram in the manner of HdrHistogram: buckets grow with the value, so any value is kept to within 1 %
 * and recording is one array increment. Values are nanoseconds.
 */

const LINEAR_BITS = 7;
const LINEAR = 2 ** LINEAR_BITS;
/** Up to 2^43 ns, about two and a half hours. */
const BUCKETS = LINEAR * (44 - LINEAR_BITS);

export interface LatencySummary {
  count: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

export class Histogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #count = 0;
  #max = 0;

  record(nanoseconds: number): void {
    const at = Math.min(bucketOf(nanoseconds), BUCKETS - 1);
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#count += 1;
    if (nanoseconds > this.#max) this.#max = nanoseconds;
  }

  get count(): number {
    return this.#count;
  }

  /** 0 when nothing was recorded. */
  percentile(percent: number): number {
    const wanted = Math.max(1, Math.ceil((percent / 100) * this.#count));
    let seen = 0;
    for (let at = 0; at < BUCKETS; at++) {
      seen += this.#counts[at] ?? 0;
      if (seen >= wanted) return Math.min(middleOf(at), this.#max);
    }
    return this.#max;
  }

  /** In microseconds. */
  summary(): LatencySummary {
    return {
      count: this.#count,
      p50: this.percentile(50) / 1000,
      p90: this.percentile(90) / 1000,
      p99: this.percentile(99) / 1000,
      max: this.#max / 1000,
    };
  }
}

/** The first 128 buckets are one wide; after that each doubling of the value has 128 buckets. */
function bucketOf(value: number): number {
  if (value < LINEAR) return value < 0 ? 0 : Math.floor(value);
  const shift = Math.floor(Math.log2(value)) - LINEAR_BITS;
  return LINEAR * shift + Math.floor(value / 2 ** shift);
}

function middleOf(bucket: number): number {
  if (bucket < 2 * LINEAR) return bucket;
  const shift = Math.floor(bucket / LINEAR) - 1;
  return (bucket - LINEAR * shift + 0.5) * 2 ** shift;
}
