import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { addCalls, countersOf } from '../calling.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../factories.ts';
import { ask, untilWorks } from './postgres-holder.ts';

/** Of the base catalogue. */
export const NO_ANSWER = 3;
export const PARTICIPATES = 10;

export interface Centre {
  campaignId: number;
  people: TestUser[];
  callIds: number[];
}

/** A running campaign: either each of the people has calls of their own, or they are managers who share one queue. */
export async function aCentre(
  world: TestApp,
  { people: count, calls, shared }: { people: number; calls: number; shared: boolean },
): Promise<Centre> {
  const people = await Promise.all(
    Array.from({ length: count }, () => (shared ? aCoordinator(world) : anOperator(world))),
  );
  const operators = shared ? [await anOperator(world)] : people;
  const { id: campaignId } = await aCampaign(world, { status: 'EN CURSO', operators: operators.map(({ id }) => id) });
  const linked = [NO_ANSWER, PARTICIPATES].map((stateId) => ({ campaignId, stateId }));
  await world.db.insertInto('campaignState').values(linked).execute();
  const owners = Array.from({ length: calls }, (_, place) => operators[place % operators.length]!.id);
  const added = await addCalls(world, campaignId, owners);
  return { campaignId, people, callIds: added.map(({ id }) => id) };
}

interface Reply {
  status: number;
  body: { callId?: number; id?: number; error?: string };
}

interface Init {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** A client that retries on the next node, with the same key, until it gets an answer. */
export function patientClient(nodes: () => readonly string[], user: TestUser, patienceMs = 60_000) {
  let turn = Math.floor(Math.random() * 100);
  const ask = async (path: string, init: Init = {}): Promise<Reply> => {
    const until = Date.now() + patienceMs;
    for (;;) {
      const alive = nodes();
      const node = alive[turn % Math.max(1, alive.length)];
      const reply = node && (await attempt(`${node}/api${path}`, init, user.token));
      // In progress: the first attempt is still being rolled back.
      const isAnswered = reply && reply.status < 500 && reply.body.error !== 'IDEMPOTENCY_IN_PROGRESS';
      if (isAnswered) return reply;
      if (Date.now() > until) throw new Error(`no answer to ${path}: ${JSON.stringify(reply)}`);
      turn += 1;
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
    }
  };
  return {
    next: (campaignId: number, current: number) => ask(`/campaign/${campaignId}/call/${current}/next`),
    register: (campaignId: number, callId: number, body: object) =>
      ask(`/campaign/${campaignId}/call/${callId}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      }),
  };
}

async function attempt(url: string, init: Init, token: string): Promise<Reply | null> {
  try {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const reply = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(20_000) });
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  } catch {
    return null;
  }
}

/** Every acknowledged registration is stored once, nothing else is stored, and the counters are right. */
export async function expectNothingLost(
  url: string,
  outside: TestApp,
  centre: Centre,
  { sent, acknowledged }: Record<'sent' | 'acknowledged', ReadonlySet<string>>,
): Promise<void> {
  const rows = await ask<{ tag: string; n: number }>(
    url,
    `select observations as tag, count(*)::int as n from call_history where campaign_id = ${centre.campaignId} group by 1`,
  );
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  const stored = new Set(rows.map(({ tag }) => tag));
  expect([...acknowledged].filter((tag) => !stored.has(tag))).toEqual([]);
  expect([...stored].filter((tag) => !sent.has(tag))).toEqual([]);
  const { kept, counted } = await untilWorks(() => countersOf(outside, centre.campaignId), 20_000);
  expect(kept).toEqual(counted);
}
