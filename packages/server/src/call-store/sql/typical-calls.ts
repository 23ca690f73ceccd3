import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import type { Trx } from '../../db/client.ts';
import type { RowSource } from '../../db/stream-rows.ts';
import { matchIdentified, matchOthers } from '../load/match-people.ts';
import { stagingOf } from '../load/staging.ts';
import { lockCampaignShared, lockSplit } from '../locks.ts';
import { openStatistics } from '../read/figures.ts';
import { readLive } from '../read/live.ts';
import { readPage } from '../read/page.ts';
import { erasePeople } from '../write/erase.ts';
import type { LockedCall } from '../write/lock-call.ts';
import { assignFreeCalls, handOverOpenCalls } from '../write/move.ts';
import { takeNextCall } from '../write/next-contact.ts';
import { recordCorrection, recordOutcome } from '../write/outcome.ts';

/** A call of the store, and the rows that the database answers to its statements, in order; none where it is not said. */
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
const split = async (trx: Trx) => ({
  range: audience,
  split: await lockSplit(trx, audience.id),
  campaign: await lockCampaignShared(trx, audience.id),
});
const staging = stagingOf({ id: 5, attempt: 1 });
const sought = { persons: 10, hasOrion: true, external: true };
const reader = ({ db }: RowSource) => ({ db, heavyDb: db });
/** Enough for each statement of a page: page and count run at the same time, in either order. */
const FOUND = [{ id: 7, place: 1, n: 9, position: 84, states: [1], substates: [2], operators: [7] }];
const MATCHED = [[{ all: 1, interested: 1 }], [{ n: 1 }]];
const STATES = [{ contactability: [4], effectiveness: [4, 5] }];
const TO_ERASE = { id: 9, firstName: 'A', lastName: 'B', document: null, email: null, orionId: null, identity: '5' };

/** The composed statements that are hardest to read in the code; simple ones are read there. */
export const TYPICAL_CALLS: Record<string, TypicalCall> = {
  'next-contact': {
    run: (trx) =>
      takeNextCall(trx, {
        campaignId: 31,
        userId: 7,
        current: CALL,
        mayBrowseAll: false,
        isReleased: false,
        open: async () => ({
          ...audience,
          retryOtherHours: true,
          rules: NO_RULES,
          countsAcross: false,
          hasQuotas: false,
        }),
        now,
      }),
    rows: [[], [{ found: true }]],
  },
  register: {
    run: (trx) => {
      const registration = { outcome, userId: 7, operatorId: 7, evenIfBlocked: false, dialledAt: null, now };
      return recordOutcome(trx, audience, call, registration);
    },
  },
  correct: {
    run: (trx) => {
      const original = { originalUserId: 7, originalAt: since, again: false, isLatest: true };
      const entry = { id: 5, stateId: 3, stateName: '', affinity: null, isCorrected: false, dialledAt: null };
      const corrected = { ...entry, ...original };
      return recordCorrection(trx, audience, call, { corrected, outcome, reason: 'x', userId: 4, now });
    },
    rows: [[], [{ id: 6 }]],
  },
  'hand-out': {
    run: async (trx) => {
      const share = async () => ({ segmentationId: 3, shares: [{ id: 7, amount: 2 }] });
      await assignFreeCalls(trx, await split(trx), { viewer, filters, most: 2, share, now });
    },
    rows: [
      [],
      [],
      [{ obeys_lists: true }],
      [{ amount: 2, ids: '{1,2}' }],
      [{ from_operator: 0, to_operator: 7, state_id: 1, n: 2 }],
    ],
  },
  'hand-over': {
    run: async (trx) => handOverOpenCalls(trx, await split(trx), { from: [7], to: [8, 9], now, check: () => {} }),
    rows: [[], [], [], [{ n: 2 }]],
  },
  erase: {
    run: (trx) => erasePeople({ trx, now }, [9], { keepBlock: true }),
    rows: [
      [],
      [{ number: NUMBER }],
      [],
      [TO_ERASE],
      [],
      [],
      [{ id: CALL, newPersonId: 10, isOther: false }],
      [],
      [],
      [],
      [{ entries: 1 }],
    ],
  },
  page: {
    run: (_trx, source) =>
      readPage(reader(source), operator, audience, {
        general: 'ana',
        toCall: true,
        later: true,
        districtId: '02',
        orderbytitle: 'userName',
        pageNumber: 1,
        pageSize: 50,
      }),
    rows: Array.from({ length: 9 }, () => FOUND),
  },
  'campaign-figures': {
    run: async (trx) => (await openStatistics(trx, audience)).figures({ from: since, to: now }),
    rows: [[], STATES, [{}], [{}]],
  },
  live: {
    run: (_trx, { db }) => {
      const rulesOf = new Map([[31, NO_RULES]]);
      return readLive(db, { campaignIds: [31], rulesOf, userIds: [7], since: '2026-03-03', until: now, now });
    },
    rows: [[], [], [{ campaign_id: 31, operator_id: 7, never_called: 0, to_call: 2 }]],
  },
  'load-match-people': {
    run: async (trx) => {
      await matchIdentified(trx, staging, sought);
      await matchOthers(trx, staging, sought, true);
    },
    rows: [[], [], [], [], [], [], ...MATCHED, [], [], ...MATCHED],
  },
};
