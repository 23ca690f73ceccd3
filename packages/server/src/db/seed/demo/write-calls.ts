import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { isClosed } from '@campanero/contract/campaigns/rules';
import { triedAfter } from '@campanero/contract/calls/retry';
import { productDay } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { Trx } from '../../client.ts';
import { insertMany, takeIds } from '../insert-many.ts';
import type { DemoData } from './demo-data.ts';
import type { DemoCorrection } from './calling.ts';
import type { DemoCall, DemoEntry } from './world.ts';

export async function writePeople(trx: Trx, { calendar, phones }: DemoData): Promise<void> {
  const createdAt = calendar.at(-250);
  const people = phones.flatMap((phone) => phone.people.map(({ person }) => person)).toSorted((a, b) => a.id - b.id);
  await insertMany(
    trx,
    'person',
    people.map((person) => ({ ...person, kind: person.orionId ? 'contact' : 'lead', createdAt, updatedAt: createdAt })),
  );
  const numbers = phones.flatMap(({ number, mobile, people: owners }) =>
    owners.map(({ person, wrong }) => ({ number, personId: person.id, wrong, mobile, createdAt })),
  );
  await insertMany(trx, 'personPhone', numbers);
  await insertMany(
    trx,
    'blockedNumber',
    phones.flatMap(({ number, blocked }) => (blocked ? [{ number, reason: blocked.reason, at: blocked.at }] : [])),
  );
}

/** Calls, each in the state its history leads to, and the history itself in the order it happened. */
export async function writeCalls(trx: Trx, { calendar, campaigns, corrections }: DemoData): Promise<void> {
  const corrected = new Map(corrections.map(({ entry, corrected: newer }) => [entry, newer]));
  const calls = campaigns.flatMap((campaign) => campaign.calls);
  await insertMany(
    trx,
    'call',
    calls.map((call) => toRow(call, corrected)),
  );

  const [from, to] = [productDay(calendar.at(-245)), productDay(calendar.at(1))];
  await sql`select ensure_history_months(${from}::date, ${to}::date)`.execute(trx);
  await writeHistory(trx, calls, corrections);
}

function toRow(call: DemoCall, corrected: ReadonlyMap<DemoEntry, DemoEntry>) {
  const { campaign, person, phone, entries, isInvalid } = call;
  const last = entries.at(-1);
  const standing = (last && corrected.get(last)) ?? last;
  const stateId = standing?.stateId ?? PENDING_STATE;
  const isWaiting = last?.callbackAt && campaign.plan.status !== 'REVISANDO' && !isClosed(campaign.plan);
  const day = last ? productDay(last.at) : null;
  return {
    id: call.id,
    campaignId: campaign.id,
    number: phone.number,
    personId: person.id,
    operatorId: call.operatorId,
    stateId: isInvalid ? INVALID_STATE : stateId,
    substateId: isInvalid ? null : (standing?.substateId ?? null),
    stateBeforeInvalid: isInvalid ? stateId : null,
    callCount: entries.length,
    blocked: phone.blocked !== null,
    invalid: isInvalid,
    interested: person.interested,
    affinity: standing?.affinity ?? null,
    lastAt: last?.at ?? null,
    callbackAt: isWaiting ? last.callbackAt : null,
    day,
    dayCount: entries.filter((entry) => productDay(entry.at) === day).length,
    triedParts: entries.reduce((tried, entry) => triedAfter(tried, entry.at), 0),
    segmentationId: entries.length === 0 ? call.segmentationId : null,
    observations: call.observations,
    birthYear: person.birthday ? Number(person.birthday.slice(0, 4)) : null,
    gender: person.gender,
    districtId: person.districtId,
    sectionId: person.sectionId,
    subsectionId: person.subsectionId,
    version: entries.length,
    createdAt: campaign.loadedAt,
    updatedAt: last?.at ?? (call.operatorId === null ? campaign.loadedAt : campaign.segmentedAt),
  };
}

async function writeHistory(
  trx: Trx,
  calls: readonly DemoCall[],
  corrections: readonly DemoCorrection[],
): Promise<void> {
  const original = calls.flatMap((call) =>
    call.entries.map((entry) => ({ call, entry, corrects: null, reason: null })),
  );
  const later = corrections.map(({ call, entry, corrected, reason }) => ({
    call,
    entry: corrected,
    corrects: entry,
    reason,
  }));
  const told = [...original, ...later].toSorted((a, b) => a.entry.at.getTime() - b.entry.at.getTime());
  const ids = await takeIds(trx, 'callHistory', told.length);
  const idOf = new Map(told.map(({ entry }, index) => [entry, ids[index]!]));
  const rows = told.map(({ call, entry, corrects, reason }) => ({
    id: idOf.get(entry)!,
    callId: call.id,
    campaignId: call.campaign.id,
    userId: entry.userId,
    stateId: entry.stateId,
    substateId: entry.substateId,
    affinity: entry.affinity,
    observations: entry.observations,
    callbackAt: entry.callbackAt,
    personId: call.person.id,
    again: (corrects ?? entry) !== call.entries[0],
    correctsId: corrects && idOf.get(corrects)!,
    reason,
    createdAt: entry.at,
  }));
  await insertMany(trx, 'callHistory', rows);
}
