import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Desk, makeDesk, registerOf } from './lib/desk.ts';
import { report } from './lib/measure.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';
import { type Call, send } from './lib/steady.ts';

const CALLS = Number(process.env.BENCH_CALLS ?? 100_000);
const OPERATORS = Number(process.env.BENCH_OPERATORS ?? 200);
const PAIRS = Number(process.env.BENCH_TIMES ?? 1_500);
const LANES = 4;
const ROUNDS = 6;
/** A thousand operators register some 17 a second. */
const STEADY_RATE = 20;
const STEADY_SECONDS = 10;

/**
 * What it costs to register an outcome that a subscription wants. Two campaigns of one size take turns, request by request, so that
 * whatever else the machine does slows both: one is of a subscription, the other of none. First with the subscription paused, which
 * shows what writing the event costs; then with a receiver that answers, which shares the two cores with all the rest.
 */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  const receiver = await startReceiver();
  try {
    const product = await startProduct(postgres.url, { EVENTS_ALLOW_PRIVATE: 'true' });
    try {
      const wanted = await makeDesk(postgres.url, CALLS, OPERATORS);
      const unwanted = await makeDesk(postgres.url, CALLS, OPERATORS);
      const api = clientOf(product.url, await signIn(product.url));
      const { subscription } = await api<{ subscription: { id: number } }>('POST', '/event-subscription', {
        name: 'Bench',
        url: receiver.url,
        kinds: ['call.registered', 'call.corrected', 'call.callback'],
        campaignIds: [wanted.id],
        withPerson: false,
      });
      const setPaused = (isPaused: boolean) =>
        api('PUT', `/event-subscription/${subscription.id}/paused`, { isPaused });
      await setPaused(true);
      console.log(`\n${CALLS} calls, ${OPERATORS} operators, ${PAIRS} pairs in ${LANES} lanes, medians`);
      await takeTurns(product.url, wanted, unwanted, 200);
      await compare('registering, the event is written', product.url, wanted, unwanted);
      await setPaused(false);
      await compare('registering, the event is written and delivered', product.url, wanted, unwanted);
      await untilDelivered(api, subscription.id);
      await compareDelivering(product.url, unwanted, wanted, setPaused);
      console.log(`  ${receiver.count()} events arrived`);
    } finally {
      await product.stop();
    }
  } finally {
    receiver.stop();
    await postgres.stop();
  }
}

async function startReceiver() {
  let count = 0;
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
    count += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, count: () => count, stop: () => server.close() };
}

function clientOf(url: string, token: string) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b).at(Math.floor(values.length / 2)) ?? Number.NaN;
const rateOf = (name: string, waits: readonly number[]) => ({ name, perSecond: (1000 * LANES) / median(waits) });

async function timed(url: string, call: Call): Promise<number> {
  const start = performance.now();
  const status = await send(url, call);
  if (status !== 200) throw new Error(`registering: ${status}`);
  return performance.now() - start;
}

/** Milliseconds of each, by desk. */
async function takeTurns(url: string, one: Desk, other: Desk, pairs: number): Promise<[number[], number[]]> {
  const waits: [number[], number[]] = [[], []];
  const makers = [registerOf(one), registerOf(other)] as const;
  let left = pairs;
  const lane = async () => {
    while ((left -= 1) >= 0)
      for (const place of left % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        waits[place].push(await timed(url, makers[place]()));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return waits;
}

async function compare(name: string, url: string, wanted: Desk, unwanted: Desk): Promise<void> {
  const [withEvent, without] = await takeTurns(url, wanted, unwanted, PAIRS);
  report([rateOf(name, withEvent), rateOf('in a campaign of no subscription', without)]);
}

type Client = ReturnType<typeof clientOf>;

async function untilDelivered(api: Client, id: number): Promise<void> {
  for (;;) {
    const { waiting } = await api<{ waiting: number }>('GET', `/event-subscription/${id}`);
    if (waiting === 0) return;
    await pause(200);
  }
}

/** For somebody else: registering in the other campaign while events are being delivered, and while they wait; in turns. */
async function compareDelivering(
  url: string,
  unwanted: Desk,
  wanted: Desk,
  setPaused: (isPaused: boolean) => Promise<unknown>,
): Promise<void> {
  const waits: Record<'delivering' | 'paused', number[]> = { delivering: [], paused: [] };
  const makers = [registerOf(wanted), registerOf(unwanted)] as const;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['paused', 'delivering'] as const) {
      await setPaused(kind === 'paused');
      const open: Promise<unknown>[] = [];
      for (let n = 0; n < STEADY_SECONDS * STEADY_RATE; n += 1) {
        const place = n % 2 === 0 ? 0 : 1;
        const asked = timed(url, makers[place]());
        open.push(place === 1 ? asked.then((wait) => waits[kind].push(wait)) : asked);
        await pause(1000 / STEADY_RATE);
      }
      await Promise.all(open);
    }
  console.log(`${STEADY_RATE} a second of both`);
  report([
    rateOf('registering elsewhere, while events are delivered', waits.delivering),
    rateOf('while they wait', waits.paused),
  ]);
}
