import autocannon from 'autocannon';

export interface Rate {
  name: string;
  perSecond: number;
  p99?: number;
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);

/** Requests a second over HTTP; a single answer that is not 2xx makes the figure worthless and fails the run. */
export async function overHttp(
  name: string,
  options: { url: string; connections: number; headers?: Record<string, string>; method?: string; body?: string },
): Promise<Rate> {
  await autocannon({ ...options, duration: 2 });
  const result = await autocannon({ ...options, duration: SECONDS });
  if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { name, perSecond: result.requests.average, p99: result.latency.p99 };
}

/** Runs `once` back to back in `lanes` lanes for the same time. */
export async function inLanes(name: string, lanes: number, once: () => Promise<unknown>): Promise<Rate> {
  await Promise.all(Array.from({ length: lanes }, once));
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < until) {
      await once();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { name, perSecond: done / SECONDS };
}

/** Each rate, and the first as a share of every other: the machine's speed cancels out. */
export function report([subject, ...baselines]: [Rate, ...Rate[]]): void {
  const line = (rate: Rate, ratio = '') =>
    console.log(
      `  ${rate.name.padEnd(52)} ${rate.perSecond.toFixed(0).padStart(7)}/s ${rate.p99 === undefined ? '' : `p99 ${rate.p99} ms`.padEnd(14)} ${ratio}`,
    );
  line(subject);
  for (const baseline of baselines)
    line(baseline, `→ ${((100 * subject.perSecond) / baseline.perSecond).toFixed(1)} % of it`);
}
