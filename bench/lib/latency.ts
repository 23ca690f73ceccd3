interface Latency {
  name: string;
  /** Milliseconds: the very first time, then of the repetitions. */
  first: number;
  p50: number;
  p95: number;
}

const TIMES = Number(process.env.BENCH_TIMES ?? 40);

const at = (sorted: readonly number[], share: number) =>
  sorted.at(Math.min(sorted.length - 1, Math.floor(sorted.length * share))) ?? Number.NaN;

/** One after the other, as one person waits: once cold, then often. */
export async function waitFor(name: string, once: () => Promise<unknown>, times = TIMES): Promise<Latency> {
  const timed = async () => {
    const start = performance.now();
    await once();
    return performance.now() - start;
  };
  const first = await timed();
  const rest: number[] = [];
  for (let n = 0; n < times; n += 1) rest.push(await timed());
  const sorted = rest.toSorted((a, b) => a - b);
  return { name, first, p50: at(sorted, 0.5), p95: at(sorted, 0.95) };
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`.padStart(8);

/** The measured request and, where there is one, the bare statement: their ratio does not depend on the machine. */
export function tell(measured: Latency, bare?: Latency): void {
  const beside = bare ? `bare SQL ${ms(bare.p50)} → ${(measured.p50 / bare.p50).toFixed(1)}x` : '';
  console.log(
    `  ${measured.name.padEnd(58)} first ${ms(measured.first)}  p50 ${ms(measured.p50)}  p95 ${ms(measured.p95)}  ${beside}`,
  );
}
