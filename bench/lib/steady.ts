import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Rate } from './measure.ts';

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const WARM_SECONDS = 3;
/** Node's own client, since it shares the cores with what is measured: fetch costs it three times as much. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

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
  // The first seconds, which open connections and warm up both ends, are not counted.
  await through(name, url, make, perSecond, WARM_SECONDS);
  const begun = performance.now();
  const waits = await through(name, url, make, perSecond, seconds);
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = sorted.at(Math.floor(sorted.length * 0.99));
  const rate = (waits.length * 1000) / (performance.now() - begun);
  return { name, perSecond: rate, ...(p99 !== undefined && { p99: Math.round(p99) }) };
}

async function through(name: string, url: string, make: () => Call, perSecond: number, seconds: number) {
  const waits: number[] = [];
  const ask = async () => {
    const start = performance.now();
    const status = await send(url, make());
    if (status >= 300) throw new Error(`${name}: ${status}`);
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
  return waits;
}

export const send = (url: string, { method, path, headers, body }: Call) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
