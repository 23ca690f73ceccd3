import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes that a process and everything it started hold, sampled; PostgreSQL is no child of it. */
export function watchMemory(pid: number): { now(): number; stop(): number } {
  let peak = 0;
  const sample = () => {
    const used = treeOf(pid).reduce((sum, each) => sum + residentMb(each), 0);
    peak = Math.max(peak, used);
    return used;
  };
  const timer = setInterval(sample, 200);
  return {
    now: sample,
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const belongs = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || belongs(parents.get(each)));
  return [...parents.keys()].filter(belongs);
}

const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
