import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { api } from '@campanero/contract';
import { verifyEverything } from '../../src/verify/verify.ts';
import { as } from '../actors.ts';
import { addCalls, countersOf } from '../calling.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../factories.ts';
import { answered, aSurvey } from '../surveys.ts';
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

/** From now on the campaign asks a questionnaire, with a quota; returns answers with the same words as a registration. */
export async function askQuestions(world: TestApp, { campaignId }: Centre) {
  const manager = await aCoordinator(world);
  const survey = await aSurvey(world, manager);
  await world.db.updateTable('campaign').set({ surveyId: survey.id }).where('id', '=', campaignId).execute();
  const anybody = { sectionId: null, gender: null, ageFrom: null, ageTo: null, target: 1_000_000, isOff: false };
  const { status } = await as(world, manager).call(api.surveys.saveQuotas, {
    params: { id: campaignId },
    body: { cells: [{ ...anybody, answer: { questionId: 2, value: 1 } }], version: 0 },
  });
  expect(status).toBe(200);
  return (words: string, color: number) =>
    answered({ survey }, { 2: { value: color }, 3: { value: 2 }, 5: { text: words } });
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

/** Each entry has the answers that came with it, once; there are no others, and what is kept twice agrees. */
export async function expectAnswersWithEntries(url: string, outside: TestApp, { campaignId }: Centre): Promise<void> {
  const rows = await ask<{ registered: string | null; said: string | null; saves: number }>(
    url,
    `select h.observations as registered, string_agg(t.words, ' + ') as said, count(distinct s.id)::int as saves
     from (select * from call_history where campaign_id = ${campaignId}) h
     full join (select * from interview_save where campaign_id = ${campaignId}) s on s.call_id = h.call_id and s.entry_id = h.id
     left join interview_text t on t.save_id = s.id
     group by h.id, h.observations, case when h.id is null then s.id end`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ registered, said, saves }) => registered !== said || saves !== 1)).toEqual([]);
  // Of each call the words of its last entry are the present ones.
  const stale = await ask(
    url,
    `select call_id from interview i join lateral (
       select observations from call_history h where h.call_id = i.call_id order by id desc limit 1) entry on true
     where campaign_id = ${campaignId} and array[entry.observations] is distinct from array(
       select words from interview_text t where t.call_id = i.call_id and t.is_current)`,
  );
  expect(stale).toEqual([]);
  const verified = await verifyEverything({ ...outside.deps, now: outside.clock.now(), recordedHeads: [] });
  expect(verified.flatMap(({ findings }) => findings)).toEqual([]);
}
