import { BLOCK_REASONS } from '@campanero/contract/contacts/block-reasons';
import type { HeldCall, HeldCopies, HeldPerson } from '@campanero/contract/personal-data/schemas';
import { type HeldOutcomeRecord, type HeldRecord, readHeldPerson } from '../../call-store/read/index.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import { watchReadings } from '../../work/contact-readings.ts';
import type { SignedCtx } from '../../work/context.ts';
import { hit } from '../../work/rate-limit.ts';
import { transact } from '../../work/transact.ts';
import { type AuditSearch, type AuditSubject, countAudit, selectAuditPage } from '../audit-log/audit-log.queries.ts';
import { nameRecords } from '../audit-log/name-records.queries.ts';
import { selectCopies, selectLoads } from './copies.queries.ts';
import { type Edit, fieldsOf, flagsOf, nameOf } from './personal-data.words.ts';
import { nameRequests, selectRequestsOf } from './requests.queries.ts';

/** Opened again within this time, by the same user, it leaves no second record: the page asks again by itself. */
const SAME_VISIT = { limit: 1, windowSeconds: 600 };

export async function getHeld(db: Db, personId: number): Promise<HeldRecord> {
  const held = await readHeldPerson(db, personId);
  if (!held) throw new AppError('NOT_FOUND');
  return held;
}

/**
 * What is held of one person and where it came from. For the permission `personal-data`. Each visit leaves one audit record
 * CONTACTO ACCIÓN and counts as reading the contact.
 */
export async function openPerson(ctx: SignedCtx, personId: number): Promise<HeldPerson> {
  const held = await getHeld(ctx.db, personId);
  await noteVisit(ctx, personId);
  await watchReadings(
    ctx,
    held.calls.map(({ number, campaignId }) => ({ number, campaignId })),
    'page',
  );
  return presentHeld(ctx, held);
}

const noteVisit = (ctx: SignedCtx, personId: number) =>
  transact(
    ctx,
    async ({ trx, actor, now, audit }) => {
      const { allowed } = await hit(trx, `personal-data:${actor.id}:${personId}`, SAME_VISIT, now);
      if (!allowed) return;
      await audit({
        action: 'CONTACTO',
        subaction: 'ACCIÓN',
        object: { type: 'person', id: personId },
        after: { Acción: 'Datos personales consultados' },
      });
    },
    { remember: false },
  );

/** The same without a trace, for what is made of it (the report). */
export async function presentHeld(
  { db, actor }: Pick<SignedCtx, 'db' | 'actor'>,
  held: HeldRecord,
): Promise<HeldPerson> {
  const { person, numbers } = held;
  const [edits, loads, requests] = await Promise.all([
    selectEdits(db, person.id),
    selectLoads(db, held),
    selectRequestsOf(db, person.id),
  ]);
  const { kind, districtName, sectionName, subsectionName, ...fields } = person;
  return {
    person: {
      ...fields,
      lead: kind === 'lead',
      district: districtName,
      section: sectionName,
      subsection: subsectionName,
    },
    name: nameOf(person),
    createdAt: person.createdAt.toISOString(),
    updatedAt: person.updatedAt.toISOString(),
    erasedAt: person.erasedAt?.toISOString() ?? null,
    inReview: person.inReviewSince && {
      since: person.inReviewSince.toISOString(),
      userName: person.inReviewName ?? '',
    },
    fields: fieldsOf(person, edits, loads),
    flags: flagsOf(person, edits),
    numbers: numbers.map(({ number, createdAt, blockReason, ...rest }) => ({
      ...rest,
      number: String(number),
      since: createdAt.toISOString(),
      blocked: blockReason && BLOCK_REASONS[blockReason],
    })),
    loads,
    requests: await nameRequests(db, actor, requests),
  };
}

/** More edits than this of one person are not read: the newest decide. */
const EDITS_MAX = 500;

/** By label, the last change that a user made. */
async function selectEdits(db: Db, personId: number): Promise<Map<string, Edit>> {
  const search: AuditSearch = {
    ownerId: undefined,
    text: undefined,
    action: 'CONTACTO',
    subaction: 'ACTUALIZAR',
    subjects: [{ type: 'person', ids: [personId] }],
  };
  const page = { order: 'id', direction: 'desc', limit: EDITS_MAX, offset: 0 } as const;
  const edits = new Map<string, Edit>();
  for (const { at, userName, info } of await selectAuditPage(db, search, page)) {
    const { modifications = [] } = (info ?? {}) as { modifications?: { label: string }[] };
    for (const { label } of modifications) if (!edits.has(label)) edits.set(label, { at, userName });
  }
  return edits;
}

interface Slice {
  pageNumber: number;
  pageSize: number;
}

/** Newest first, each with its outcomes in the order in which they happened. */
export async function viewCalls({ db }: SignedCtx, personId: number, { pageNumber, pageSize }: Slice) {
  const calls = presentCalls(await getHeld(db, personId));
  return {
    calls: calls.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
    totalElementsCount: calls.length,
    page: pageNumber,
  };
}

export function presentCalls({ calls, outcomes }: HeldRecord): HeldCall[] {
  const byCall = Map.groupBy(outcomes, ({ callId }) => callId);
  return calls.map(({ campaignId, campaignName, ...call }) => ({
    ...call,
    number: String(call.number),
    campaign: { id: campaignId, name: campaignName },
    callbackAt: call.callbackAt?.toISOString() ?? null,
    createdAt: call.createdAt.toISOString(),
    outcomes: (byCall.get(call.id) ?? []).map(presentOutcome),
  }));
}

const presentOutcome = ({ callId: _callId, at, callbackAt, ...outcome }: HeldOutcomeRecord) => ({
  ...outcome,
  at: at.toISOString(),
  callbackAt: callbackAt?.toISOString() ?? null,
});

export const viewCopies = async ({ db, heavyDb }: SignedCtx, personId: number): Promise<HeldCopies> =>
  selectCopies(heavyDb, await getHeld(db, personId));

/** What was recorded about the person, their calls and their requests, newest first. */
export async function viewRecords({ db, actor }: SignedCtx, personId: number, { pageNumber, pageSize }: Slice) {
  const held = await getHeld(db, personId);
  const requests = await selectRequestsOf(db, personId);
  const subjects: AuditSubject[] = [
    { type: 'person', ids: [personId] },
    // A call to another person on the number is that person's.
    { type: 'call', ids: held.calls.filter(({ isOwn }) => isOwn).map(({ id }) => id) },
    { type: 'data_request', ids: requests.map(({ id }) => id) },
  ];
  const search: AuditSearch = { ownerId: undefined, text: undefined, subjects };
  const [found, { total }] = await Promise.all([
    selectAuditPage(db, search, { order: 'id', direction: 'desc', limit: pageSize, offset: pageNumber * pageSize }),
    countAudit(db, search, undefined),
  ]);
  const { records } = await nameRecords(db, actor, found);
  return { records, totalElementsCount: total, page: pageNumber };
}
