import { setTimeout as pause } from 'node:timers/promises';
import type { Rate } from './measure.ts';

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Requests that come at random moments, so many a second on average, as people make them, whether or not those before have been
 * answered. (autocannon keeps a rate by sending a whole second's share at once, which measures the queue that this makes.)
 */
export async function atRate(
  name: string,
  url: string,
  make: () => Call,
  perSecond: number,
  seconds: number,
): Promise<Rate> {
  const waits: number[] = [];
  const ask = async () => {
    const { path, ...request } = make();
    const start = performance.now();
    const answer = await fetch(`${url}${path}`, request);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    waits.push(performance.now() - start);
  };
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  for (let due = begun; due < begun + seconds * 1000; due += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    const early = due - performance.now();
    if (early > 0) await pause(early);
    asked.push(ask());
  }
  await Promise.all(asked);
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = sorted.at(Math.floor(sorted.length * 0.99));
  const rate = (waits.length * 1000) / (performance.now() - begun);
  return { name, perSecond: rate, ...(p99 !== undefined && { p99: Math.round(p99) }) };
}
