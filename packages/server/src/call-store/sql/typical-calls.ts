import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { RowSource } from '../../db/stream-rows.ts';
import { excludeNumbers, countOutcomes } from '../load/exclude-numbers.ts';
import {
  fillBlanks,
  listFillBounds,
  listFilledNumbers,
  listFillsOfKnown,
  listFillsOfNew,
} from '../load/fill-blanks.ts';
import {
  insertCalls,
  insertPeople,
  insertPhones,
  insertPhonesOfKnown,
  insertRepeatedPhones,
  markMobiles,
} from '../load/insert-rows.ts';
import { predictBlocks, listGainedSince } from '../load/predict-blocks.ts';
import {
  findLoad,
  lockRunningLoad,
  noteBlock,
  noteStaleNumbers,
  raisePosition,
  saveLoadProgress,
  takeSharedBlock,
  takeStaleNumbers,
} from '../load/load-row.ts';
import { matchIdentified, matchOthers } from '../load/match-people.ts';
import { markBlocked } from '../load/run-load.ts';
import { stagingOf } from '../load/staging.ts';
import { takePersonIds } from '../load/load-slots.ts';
import { lockBlocking, lockBlockingShared, lockCampaign, lockNumbers, lockRebuild } from '../locks.ts';
import { findCalls, findCallView } from '../read/contact.ts';
import { readFiguresByOperator } from '../read/figures.ts';
import { openStatistics } from '../read/frozen-figures.ts';
import { readPersonalData, searchPeople } from '../read/personal-data.ts';
import { selectHistory } from '../read/history.ts';
import { readLive } from '../read/live.ts';
import { readMonthly } from '../read/monthly.ts';
import { selectOperatorDays } from '../read/operator-figures.ts';
import { countHeld, selectCallbacks, selectCallbacksToNotify, selectOwnWork } from '../read/own-work.ts';
import { countCalls, readPage } from '../read/page.ts';
import { selectPeople } from '../read/people.ts';
import { lockToRecount } from '../read/recount-campaign.ts';
import { recountAgain, recountCalls, findWrongTries } from '../read/recount-calls.ts';
import { recountCounters, recountWorkHours } from '../read/recount.ts';
import { streamTable } from '../read/stream.ts';
import { readShares, selectProgress } from '../read/totals.ts';
import { readCallingHours } from '../read/work-spans.ts';
import { listLoadsAtWork, selectNumbersOfSamePersons } from '../write/blocking.ts';
import { updateCall, updateHold } from '../write/change-call.ts';
import { freezeFigures, refreezeFigures } from '../write/freeze-figures.ts';
import { lockCall, type LockedCall } from '../write/lock-call.ts';
import { handOut, moveCalls, undoHandOut } from '../write/move.ts';
import { takeNext } from '../write/next-contact.ts';
import { recordCorrection, recordOutcome } from '../write/outcome.ts';
import { lockPerson, updatePerson, type LockedPerson } from '../write/person.ts';
import { rebuildCounters, rebuildWorkHours } from '../write/rebuild-counters.ts';
import { findWrongBlocks, findStaleNumbers, rebuildNumbers } from '../write/rebuild-numbers.ts';
import { rebuildTriedParts } from '../write/rebuild-tried-parts.ts';

/** A call of the store, and what the database answers to its statements, one after the other; nothing where it is not said. */
export interface TypicalCall {
  run: (trx: Trx, source: RowSource) => Promise<unknown>;
  rows?: readonly (readonly object[])[];
}

const now = new Date('2026-03-10T15:00:00Z');
const since = new Date('2026-03-02T10:30:00Z');
const viewer = { id: 7, primary: 4 };
const operator = { id: 7, primary: 2 };
const audience = { id: 31, idLo: 16_777_216, idHi: 33_554_432, nextPosition: 300_000 };
const CALL = 16_777_300;
const NUMBER = 1_145_551_234;
const filters = { states: [1, 3], districtId: '02', callsMax: 4 };
const outcome = { stateId: 4, substateId: 2, affinity: 2, observations: 'x', callbackAt: null, personId: 9 };
const counted = { operatorId: 7, stateId: 3, callCount: 1, interested: true, affinity: 1, triedParts: 1 };
const call = { id: CALL, campaignId: 31, number: NUMBER, ...counted } as unknown as LockedCall;
const original = { originalUserId: 7, originalAt: since, again: false, isLatest: true };
const work = (trx: Trx) => ({ trx, now, enqueue: async () => {} });
const lockedCampaign = async (trx: Trx) => ({ ...audience, lock: await lockCampaign(trx, audience.id, 'shared') });
const split = async (trx: Trx) => ({
  range: audience,
  split: await lockCampaign(trx, audience.id, 'split'),
  campaign: await lockCampaign(trx, audience.id, 'shared'),
});
const recounted = async (trx: Trx, how?: 'exclusive') => ({ ...(await lockToRecount(trx, 31, how)), ...audience });
const SILENT = { found: () => {}, unconfirmed: () => {} };
const WRONG = [{ id: CALL, counted: {} }];
const COUNTERS = [
  [{ operator_id: 7, state_id: 3, kept: 1, counted: 2 }],
  [],
  [{ operator_id: 7, day: '2026-03-10', kept: {}, counted: {} }],
];
const lockNumber = async (trx: Trx) => lockNumbers(trx, await lockBlockingShared(trx), [NUMBER]);
const person = async (trx: Trx) => ({ id: 9, version: 1, lock: await lockNumber(trx) }) as unknown as LockedPerson;
const edit = (change: Parameters<typeof updatePerson>[2]) => async (trx: Trx) =>
  updatePerson(work(trx), await person(trx), change);
const SAVED = [[], [], [], [], [], [], [], [{ id: 9 }]];
const drain = async (table: ReturnType<typeof streamTable>) => {
  for await (const piece of (await table).pieces) void piece;
};
const staging = stagingOf({ id: 5, attempt: 1 });
const target = { firstPersonId: 900, campaignId: 31, firstCallId: CALL, external: false, hasKnown: true, now };
const sought = { persons: 10, hasOrion: true, external: true };
const everybody = { from: 0, to: 5_000 };
const handedOut = { id: 3, total: 2, operators: [7, 8] };
const reader = ({ db }: RowSource) => ({ db, heavyDb: db });
const count = (which: Parameters<typeof countCalls>[3]) => (_trx: Trx, source: RowSource) =>
  countCalls(reader(source), operator, audience, which);
const COUNTED = [{ n: 300_000 }];
/** What each statement of a page needs, whichever of page and count runs first. */
const FOUND = [{ id: 7, place: 1, n: 9, position: 84 }];
const MOVED = [{ n: 2 }];
const SHARED = { segmentationId: 3, shares: [{ id: 7, amount: 2 }] };
const MATCHED = [[{ all: 1, interested: 1 }], [{ n: 1 }]];
const STATES = [{ contactability: [4], effectiveness: [4, 5] }];

const next =
  (mayBrowseAll: boolean, countsAcross = false) =>
  async (trx: Trx) =>
    takeNext(trx, {
      campaignId: 31,
      userId: 7,
      current: CALL,
      mayBrowseAll,
      isReleased: false,
      open: async () => ({ ...audience, retryOtherHours: true, rules: NO_RULES, countsAcross }),
      now,
    });
const rulesOf = new Map([[31, NO_RULES]]);
const watched = { campaignIds: [31], rulesOf, userIds: [7], since: '2026-03-03', until: now, now };
const few = { ...audience, nextPosition: 50 };

export const TYPICAL_CALLS: Record<string, TypicalCall> = {
  'next-contact': { run: next(false), rows: [[], [{ found: true }]] },
  'next-contact-walk': { run: next(true), rows: [[], [], [{ found: true }]] },
  'next-contact-across': {
    run: next(false, true),
    rows: [[], [{ found: false }], [{ id: CALL, number: NUMBER, isLocked: true }], [{ id: CALL }]],
  },
  'lock-call': { run: async (trx) => lockCall(trx, await lockedCampaign(trx), CALL), rows: [[], [{ id: CALL }]] },
  'lock-call-for': {
    run: async (trx) => lockCall(trx, await lockedCampaign(trx), CALL, { named: { viewer, outcome } }),
    rows: [[], [{ id: CALL }]],
  },
  register: {
    run: (trx) => recordOutcome(trx, audience, call, { outcome, userId: 7, operatorId: 7, evenIfBlocked: false, now }),
  },
  correct: {
    run: (trx) =>
      recordCorrection(trx, audience, call, {
        corrected: { id: 5, stateId: 3, stateName: '', affinity: null, isCorrected: false, ...original },
        outcome,
        reason: 'x',
        userId: 4,
        now,
      }),
    rows: [[], [{ id: 6 }]],
  },
  hold: { run: (trx) => updateHold(trx, audience, call, { holdBy: 7, holdUntil: now, holdFor: 0 }) },
  assign: { run: (trx) => updateCall(work(trx), audience, call, { operatorId: 8 }) },
  'mark-invalid': {
    run: async (trx) =>
      updateCall(work(trx), audience, call, {
        observations: 'x',
        mark: { invalid: true, lock: await lockNumber(trx) },
      }),
    rows: [
      [],
      [],
      [],
      [],
      [],
      [],
      [{ id: CALL, campaign_id: 31, call_count: 1, interested: true, interested_now: false }],
    ],
  },
  'hand-out': {
    run: async (trx) => handOut(trx, await split(trx), { viewer, filters, most: 2, share: async () => SHARED, now }),
    rows: [
      [],
      [],
      [{ obeys_lists: true }],
      [{ amount: 2, ids: '{1,2}' }],
      [{ from_operator: 0, to_operator: 7, state_id: 1, n: 2 }],
    ],
  },
  'undo-hand-out': { run: async (trx) => undoHandOut(trx, await split(trx), handedOut, now), rows: [[], [], MOVED] },
  rebalance: {
    run: async (trx) => moveCalls(trx, await split(trx), { from: [7], to: [8, 9], now, check: () => {} }),
    rows: [[], [], MOVED],
  },
  'release-untouched': {
    run: async (trx) => moveCalls(trx, await split(trx), { from: [7], to: [], leaving: 'untouched', now }),
  },
  'hand-over': {
    run: async (trx) =>
      moveCalls(trx, await split(trx), { from: [7], to: [8, 9], leaving: 'open', now, check: () => {} }),
    rows: [[], [], [], MOVED],
  },
  'is-undoable': { run: count({ handedOut, now }), rows: [MOVED] },
  'count-movable': { run: count({ movableFrom: [7], now }), rows: [COUNTED, MOVED] },
  'lock-person': {
    run: (trx) => lockPerson(trx, operator, { personId: 9, lead: true }),
    rows: [[], [{ number: NUMBER }], [], [{ id: 9 }]],
  },
  'edit-person': { run: edit({ interested: true }), rows: SAVED },
  'mark-wrong': { run: edit({ number: NUMBER, wrong: true }), rows: SAVED },
  'freeze-figures': {
    run: async (trx) => freezeFigures(trx, await lockCampaign(trx, 31, 'exclusive'), now),
    rows: [[], STATES, [{}]],
  },
  refreeze: {
    run: (trx) => refreezeFigures(trx, 31),
    rows: [[{ figures: {}, operators: {}, states: STATES[0] }], [{}]],
  },
  page: {
    run: (_trx, source) =>
      readPage(reader(source), viewer, audience, {
        ...filters,
        orderbytitle: 'userName',
        orderbytype: 'desc',
        pageNumber: 1,
        pageSize: 50,
      }),
    rows: [FOUND, FOUND, FOUND, FOUND, FOUND, FOUND],
  },
  'page-by-text': {
    run: (_trx, source) =>
      readPage(reader(source), operator, audience, {
        general: 'ana',
        toCall: true,
        later: true,
        pageNumber: 0,
        pageSize: 50,
      }),
    rows: [[{ id: 1 }], [{ states: [1], substates: [2], operators: [7] }], FOUND, FOUND, FOUND, FOUND, FOUND, FOUND],
  },
  count: {
    run: (_trx, source) => countCalls(reader(source), viewer, audience, { ...filters, free: true }),
    rows: [COUNTED, COUNTED],
  },
  'count-free-by-counter': { run: (_trx, source) => countCalls(reader(source), viewer, audience, { free: true }) },
  'find-by-digits': { run: (_trx, { db }) => findCalls(db, operator, { digits: '5551234' }) },
  'call-view': { run: (trx) => findCallView(trx, operator, { phone: String(NUMBER), callId: CALL }, now) },
  people: { run: (_trx, { db }) => selectPeople(db, viewer, { number: NUMBER, first: 9 }) },
  person: { run: (_trx, { db }) => selectPeople(db, viewer, { ids: [9] }) },
  'search-people': {
    run: (_trx, source) =>
      searchPeople(reader(source), { email: null, number: '5551234', document: '5551234', words: ['ana', 'diaz'] }, 51),
    rows: [[{ personId: 9 }], [{ id: 9 }], [], [], [{ id: 9 }]],
  },
  'held-person': {
    run: (_trx, { db }) => readPersonalData(db, 9),
    rows: [[{ id: 9 }], [], [{ id: CALL, isOwn: true }], []],
  },
  history: { run: (trx) => selectHistory(trx, viewer, CALL) },
  'find-by-ids': { run: (_trx, { db }) => findCalls(db, operator, { ids: [CALL] }) },
  'campaign-figures': {
    run: async (trx) => (await openStatistics(trx, audience)).figures({ from: since, to: now }),
    rows: [[], STATES, [{}], [{}]],
  },
  'own-figures': {
    run: async (trx) => (await openStatistics(trx, audience)).figuresOf(7, {}),
    rows: [[], STATES, [{}]],
  },
  'campaign-days': {
    run: async (trx) => (await openStatistics(trx, audience)).days({ from: since, to: now }, 7),
    rows: [[], STATES],
  },
  live: {
    run: (_trx, { db }) => readLive(db, watched),
    rows: [[], [], [{ campaign_id: 31, operator_id: 7, never_called: 0, to_call: 2 }]],
  },
  monthly: { run: (trx) => readMonthly(trx, '2025-04-01') },
  'operator-days': {
    run: (_trx, { db }) => selectOperatorDays(db, { operatorId: 7, span: { from: since }, campaigns: [31] }),
    rows: [[], [{ campaigns: [31] }]],
  },
  'own-work': { run: (_trx, { db }) => selectOwnWork(db, 7, now) },
  callbacks: { run: (_trx, { db }) => selectCallbacks(db, operator) },
  'callbacks-to-ring': { run: (_trx, { db }) => selectCallbacksToNotify(db, audience, { now, since: now }, 1000) },
  'touched-by-operator': { run: (_trx, { db }) => countHeld(db, { campaign: audience, operators: [7] }, now) },
  'touched-by-campaign': { run: (_trx, { db }) => countHeld(db, { userId: 7 }, now) },
  progress: { run: (_trx, { db }) => selectProgress(db, 31), rows: [[], [{ called: 1, unassigned: 1 }]] },
  shares: { run: (_trx, { db }) => readShares(db, 31, now), rows: [[{ id: 7 }]] },
  'calling-hours': { run: (_trx, { db }) => readCallingHours(db, '2026-03-10') },
  'export-audience': {
    run: (_trx, source) => drain(streamTable(source, { viewer, audience: few, query: filters })),
  },
  'export-sorted': {
    run: (_trx, source) =>
      drain(streamTable(source, { viewer, audience: few, query: { ...filters, orderbytitle: 'number' } })),
  },
  'export-history': {
    run: (_trx, source) => drain(streamTable(source, { viewer, campaign: audience, until: now })),
    rows: [[['5', '2026-03-10', '1', null]]],
  },
  'recount-calls': { run: (trx) => recountCalls(trx, audience) },
  'recount-again': { run: (trx) => recountAgain(trx, audience) },
  'recount-counters': { run: (trx) => recountCounters(trx, audience) },
  'recount-work-hours': { run: (trx) => recountWorkHours(trx, audience) },
  'recount-tries': { run: (trx) => findWrongTries(trx, audience) },
  'misjudged-numbers': { run: (_trx, { db }) => findWrongBlocks({ server: db, primary: db }) },
  'stale-numbers': { run: (_trx, { db }) => findStaleNumbers({ server: db, primary: db }, audience) },
  'numbers-after-loads': {
    run: async (trx) => {
      await listLoadsAtWork(trx, [5]);
      await selectNumbersOfSamePersons(trx, [NUMBER]);
    },
  },
  'rebuild-numbers': { run: async (trx) => rebuildNumbers(trx, await lockNumber(trx), now) },
  'rebuild-counters': {
    run: async (trx) => rebuildCounters(trx, await recounted(trx), SILENT),
    rows: [[], [{}], WRONG, [], WRONG, [], WRONG, WRONG, [], ...COUNTERS, ...COUNTERS],
  },
  'rebuild-tries': {
    run: async (trx) => rebuildTriedParts(trx, await recounted(trx), SILENT),
    rows: [[], [{}], WRONG, [], WRONG],
  },
  'rebuild-work-hours': {
    run: async (trx) => rebuildWorkHours(trx, await recounted(trx, 'exclusive'), SILENT),
    rows: [[], [{}], ...Array.from({ length: 2 }, () => [{ operator_id: 7, day: '2026-03-10' }])],
  },
  'load-match-people': {
    run: async (trx) => {
      await matchIdentified(trx, staging, sought);
      await matchOthers(trx, staging, sought, true);
    },
    rows: [[], [], [], [], [], [], ...MATCHED, [], [], ...MATCHED],
  },
  'load-exclude-numbers': {
    run: async (trx) => {
      const rules = { campaignId: 31, idLo: 1, idHi: 9, excludeCalledDays: 30, excludeActive: true, obeysLists: true };
      await excludeNumbers(trx, staging, rules, now);
      await countOutcomes(trx, staging);
    },
  },
  'load-foresee-blocks': {
    run: (trx) => predictBlocks(trx, staging, { obeysLists: true }),
    rows: [[{ number: NUMBER }], [{}], [{ number: NUMBER }]],
  },
  'load-insert-rows': {
    run: async (trx) => {
      await insertPeople(trx, staging, sql.raw('person'), target);
      await insertPhones(trx, staging, sql.raw('person_phone'), target);
      await insertRepeatedPhones(trx, staging, sql.raw('person_phone'), target);
      await insertPhonesOfKnown(trx, staging, target);
      await insertCalls(trx, staging, sql.raw('call'), target);
    },
  },
  'load-fill-blanks': {
    run: async (trx, { db }) => {
      await listFillsOfKnown(trx, staging, true);
      await listFillsOfNew(trx, staging, 900);
      await fillBlanks(trx, await lockBlocking(trx), staging, everybody, { external: true, now });
      await listFilledNumbers(trx, staging, everybody);
      await listFillBounds(db, staging, 5_000);
    },
  },
  'load-row': {
    run: async (trx, { db }) => {
      await findLoad(db, 5, 1);
      await saveLoadProgress(db, { id: 5, attempt: 1 }, { progress: 0.5, read: 10, rejected: 1 });
      await noteBlock(db, { id: 5, attempt: 1 }, 1_000_001);
      await lockRunningLoad(trx, { id: 5, attempt: 1 });
      await takeSharedBlock(db);
      await takePersonIds(db, 10);
    },
    rows: [[], [], [], [], [{ block: 7 }], [], [], [{ first: 900 }]],
  },
  'load-end': {
    run: async (trx) => {
      await listGainedSince(trx, { since, writtenAt: now });
      const lock = await lockBlocking(trx);
      await markMobiles(trx, lock, [{ number: NUMBER, personId: 9 }]);
      await markBlocked(trx, lock, { target, judgedAt: now }, [NUMBER]);
      await raisePosition(trx, 31, 1, 10);
      await noteStaleNumbers(trx, { id: 5 }, [NUMBER]);
      await takeStaleNumbers(trx, 5);
    },
  },
  'figures-by-operator': { run: (trx) => readFiguresByOperator(trx, 31, STATES[0]!) },
  locks: {
    run: async (trx) => {
      await lockRebuild(trx, 31);
      await lockCampaign(trx, 31, 'exclusive');
      await lockBlocking(trx);
    },
  },
};
