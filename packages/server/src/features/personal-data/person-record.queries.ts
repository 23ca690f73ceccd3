import { found } from '../../work/app-error.ts';
import { blockInWords } from '@campanero/contract/contacts/block-reasons';
import type { Viewer } from '../../call-store/reach.ts';
import { readPersonalData, type StoredPersonalData } from '../../call-store/read/index.ts';
import { type AuditSearch, type AuditSubject, countAudit, selectAuditPage } from '../audit-log/audit-log.queries.ts';
import { nameRecords } from '../audit-log/name-records.queries.ts';
import { selectCopies, selectLoads } from './copies.queries.ts';
import { heldAnswers } from './held-answers.policy.ts';
import { type CallReply, displayName, type Edit, fieldsOf, flagsOf, type PersonReply } from './personal-data.words.ts';
import { nameRequests, selectRequestsOf } from './requests.queries.ts';
import { type Db, selectRows } from '../../db/index.ts';
import { readLetterhead } from '../installation/installation.queries.ts';
import { type Purpose, reportAsPage, withoutOthers, writeReport } from './report.words.ts';

export const getPersonalData = async (db: Db, personId: number) => found(await readPersonalData(db, personId));

/** Does not audit the reading: the caller does. */
export async function presentPersonalData(db: Db, viewer: Viewer, held: StoredPersonalData): Promise<PersonReply> {
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
    name: displayName(person),
    createdAt: person.createdAt,
    updatedAt: person.updatedAt,
    erasedAt: person.erasedAt,
    inReview: person.inReviewSince && { since: person.inReviewSince, userName: person.inReviewName ?? '' },
    fields: fieldsOf(person, edits, loads),
    flags: flagsOf(person, edits),
    numbers: numbers.map(({ number, createdAt, blockReason, blockLists, ...rest }) => ({
      ...rest,
      number: String(number),
      since: createdAt,
      blocked: blockInWords(blockReason, blockLists),
    })),
    loads,
    requests: await nameRequests(db, viewer, requests),
  };
}

const ALL_RECORDS = { ownerId: undefined, restriction: 2, text: undefined } as const;
const EDITS_MAX = 500;

async function selectEdits(db: Db, personId: number): Promise<Map<string, Edit>> {
  const subjects: AuditSubject[] = [{ type: 'person', ids: [personId] }];
  const search: AuditSearch = { ...ALL_RECORDS, action: 'CONTACTO', subaction: 'ACTUALIZAR', subjects };
  const page = { order: 'id', direction: 'desc', limit: EDITS_MAX, offset: 0 } as const;
  const edits = new Map<string, Edit>();
  for (const { at, userName, info } of await selectAuditPage(db, search, page)) {
    const { modifications = [] } = (info ?? {}) as { modifications?: { label: string }[] };
    for (const { label } of modifications) if (!edits.has(label)) edits.set(label, { at, userName });
  }
  return edits;
}

/** Newest first, outcomes in chronological order. */
export function presentCalls({ calls, outcomes, interviews }: StoredPersonalData): CallReply[] {
  const byCall = Map.groupBy(outcomes, ({ callId }) => callId);
  const savesOfCall = Map.groupBy(interviews, ({ callId }) => callId);
  return calls.map(({ campaignId, campaignName, ...call }) => ({
    ...call,
    number: String(call.number),
    campaign: { id: campaignId, name: campaignName },
    outcomes: byCall.get(call.id) ?? [],
    answers: heldAnswers(savesOfCall.get(call.id) ?? []),
  }));
}

/** Audit records about the person, their calls and requests, newest first. */
export async function selectRecords(
  db: Db,
  viewer: Viewer,
  held: StoredPersonalData,
  { limit, offset }: { limit: number; offset: number },
) {
  const requests = await selectRequestsOf(db, held.person.id);
  const subjects: AuditSubject[] = [
    { type: 'person', ids: [held.person.id] },
    // A call to another person on the same number belongs to that person.
    { type: 'call', ids: held.calls.filter(({ isOwn }) => isOwn).map(({ id }) => id) },
    { type: 'data_request', ids: requests.map(({ id }) => id) },
  ];
  const search: AuditSearch = { ...ALL_RECORDS, subjects };
  const [found, { total }] = await Promise.all([
    selectAuditPage(db, search, { order: 'id', direction: 'desc', limit, offset }),
    countAudit(db, search, undefined),
  ]);
  const { records } = await nameRecords(db, viewer, found);
  return { records, total };
}

const RECORDS_MAX = 1000;
const COPIES_MAX = 1000;

export async function readReport(db: Db, viewer: Viewer, personId: number, madeAt: Date) {
  const held = await getPersonalData(db, personId);
  const [{ city, logo }, person, copies, { records }, purposes] = await Promise.all([
    readLetterhead(db),
    presentPersonalData(db, viewer, held),
    selectCopies(db, held, COPIES_MAX),
    selectRecords(db, viewer, held, { limit: RECORDS_MAX, offset: 0 }),
    selectPurposes(db, held),
  ]);
  const calls = withoutOthers(presentCalls(held), person);
  const report = writeReport({ city, madeAt, held: person, calls, copies, records, purposes });
  return { report, page: reportAsPage(report, logo) };
}

const selectPurposes = (db: Db, { calls }: StoredPersonalData) =>
  selectRows<Purpose>(db)`
    select campaign.name, objective.name as objective_name, campaign.description
    from campaign join objective on objective.id = campaign.objective_id
    where campaign.id = any(${calls.map(({ campaignId }) => campaignId)}::int[]) order by campaign.start_date desc, campaign.id desc`;
