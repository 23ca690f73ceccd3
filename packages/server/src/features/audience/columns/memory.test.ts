import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { anAudience, type StoredCall } from '../../../../test/audience.ts';
import {
  aCallOf,
  aRequest,
  audienceParts,
  isMatch,
  someCalls,
  sortedAs,
  type AudienceParts,
} from '../../../../test/audience-truth.ts';
import { theSystemStates } from '../../../../test/catalogue.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../../test/factories.ts';
import { findAudience } from '../audience.queries.ts';
import { narrow } from '../narrow-audience.ts';
import type { Narrowing } from '../narrowing.queries.ts';
import type { Columns } from './columns.ts';
import { countFound } from './find-matches.ts';
import { askColumns, hasColumns } from './memory.ts';
import { selectPage } from './select-page.ts';

let world: TestApp;
let coordinator: TestUser;
let parts: AudienceParts;
let campaignId: number;
let calls: StoredCall[];

beforeAll(async () => {
  world = await createTestApp();
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  parts = await audienceParts(world);
});
afterAll(() => world.close());

const audienceOf = async (id: number) => (await findAudience(world.db, coordinator, id, world.clock.now()))!;
const ask = async <T>(question: (columns: Columns) => Promise<T>): Promise<T> => {
  const told = await askColumns(world.deps, await audienceOf(campaignId), question);
  if (!told) throw new Error('there are no columns');
  return told.answer;
};
const count = (narrowing: Narrowing) => ask((columns) => countFound(columns, narrowing));
const change = (index: number, set: Partial<StoredCall>) => {
  Object.assign(calls[index]!, set);
  return world.db.updateTable('call').set(set).where('id', '=', calls[index]!.id).execute();
};

const aProcessed = async () => (await aCampaign(world, { status: 'EN CURSO', operators: parts.operators })).id;
async function inSharedLeaf(amount: number): Promise<void> {
  campaignId = await aProcessed();
  calls = await anAudience(world, campaignId, someCalls(parts, amount));
}

/** As a large load makes it, out of the same calls. */
async function inOwnLeaf(amount: number): Promise<void> {
  await inSharedLeaf(amount);
  const from = campaignId;
  campaignId = await aProcessed();
  const { rows } = await sql<{ block: number }>`select nextval('large_block')::int as block`.execute(world.db);
  const { block } = rows[0]!;
  await sql`select create_call_leaf(${block}, ${block})`.execute(world.db);
  await sql`select index_call_leaf(${block}), constrain_call_leaf(${block})`.execute(world.db);
  await sql`select attach_call_leaf(${block}, ${block})`.execute(world.db);
  const idLo = block * 2 ** 24;
  const moved = idLo - calls[0]!.id;
  await sql`
    insert into call (id, campaign_id, number, person_id, operator_id, state_id, substate_id, call_count, blocked, birth_year,
      gender, district_id, section_id, subsection_id, created_at, updated_at)
    select id + ${moved}::bigint, ${campaignId}, number, person_id, operator_id, state_id, substate_id, call_count, blocked,
      birth_year, gender, district_id, section_id, subsection_id, created_at, updated_at
    from call where campaign_id = ${from}`.execute(world.db);
  await sql`update campaign set block = ${block}, next_position = ${calls.length} where id = ${campaignId}`.execute(
    world.db,
  );
  calls = calls.map((call) => ({ ...call, id: call.id + moved }));
}

describe.each(['shared', 'own'] as const)('of a campaign in a leaf that is %s', (kind) => {
  beforeAll(() => (kind === 'own' ? inOwnLeaf(1000) : inSharedLeaf(1000)));

  test('every page and count is what filtering and sorting gives, after whatever changes', async () => {
    const changes = fc.record({
      changed: fc.array(fc.record({ at: fc.nat(), set: aCallOf(parts) }), { maxLength: 3 }),
      // What follows a large load is there like anything else.
      added: kind === 'own' ? fc.constant(0) : fc.constantFrom(0, 0, 0, 1, 4),
      isBulk: fc.constantFrom(false, false, false, true),
    });
    await fc.assert(
      fc.asyncProperty(
        aRequest(() => calls),
        changes,
        async (request, { changed, added, isBulk }) => {
          for (const { at, set } of changed) {
            const { number: _number, ...other } = set;
            await change(at % calls.length, other);
          }
          if (isBulk) await bulk(parts.operators[0]!);
          if (added > 0)
            calls.push(
              ...(await anAudience(
                world,
                campaignId,
                Array.from({ length: added }, () => ({})),
              )),
            );
          const { filters, order, direction, size, page } = request;
          const narrowing = narrow(filters, coordinator);
          const slice = { offset: page * size, limit: size, direction };
          const expected = sortedAs(
            calls.filter((call) => isMatch(call, filters)),
            parts,
            order,
            direction,
          );
          const positions = await ask((columns) => selectPage(world.db, columns, narrowing, order, slice));
          const idLo = calls[0]!.id;
          expect(positions.map((position) => idLo + position)).toEqual(
            expected.slice(slice.offset, slice.offset + size),
          );
          expect(await count(narrowing)).toBe(expected.length);
        },
      ),
      { numRuns: 100, seed: 23 },
    );
  }, 60_000);

  test.each(AUDIENCE_ORDER)('by %s the pages hold every call once', async (order) => {
    const seen: number[] = [];
    for (let offset = 0; offset < calls.length; offset += 90)
      seen.push(
        ...(await ask((columns) => selectPage(world.db, columns, {}, order, { offset, limit: 90, direction: 'desc' }))),
      );
    expect(seen.toSorted((a, b) => a - b)).toEqual(calls.map((_call, position) => position));
  });
});

/** As Segmentar does: noted once, not call by call. */
const bulk = (operatorId: number) =>
  world.db.transaction().execute(async (trx) => {
    await sql`select note_all_calls(${campaignId}::int)`.execute(trx);
    for (const call of calls.slice(0, 50)) call.operatorId = operatorId;
    await trx
      .updateTable('call')
      .set({ operatorId })
      .where(
        'id',
        'in',
        calls.slice(0, 50).map(({ id }) => id),
      )
      .execute();
  });

describe('what is kept', () => {
  beforeEach(() => inSharedLeaf(40));

  test.each<[string, Partial<StoredCall> & { invalid?: boolean }, Narrowing]>([
    ['state', { stateId: 17, invalid: true }, { states: [17] }],
    ['operator', { operatorId: 1 }, { operators: [1] }],
    ['substate', { substateId: 30_000 }, { substateId: 30_000 }],
    ['registrations', { callCount: 77 }, { callsMin: 77 }],
    ['gender', { gender: 'Q' }, { gender: 'Q' }],
    ['birth year', { birthYear: 1900 }, { birthYearTo: 1900 }],
    ['district', { districtId: '99' }, { districtId: '99' }],
    ['section', { sectionId: '99' }, { sectionId: '99' }],
    ['subsection', { subsectionId: '99' }, { subsectionId: '99' }],
    ['number', { number: 9_876_543_210 }, { number: '98765' }],
  ])('follows a change of %s, and of nothing else', async (_, set, narrowing) => {
    expect(await count(narrowing)).toBe(0);
    await change(7, set);
    expect(await count(narrowing)).toBe(1);
  });

  test('follows a block of what nobody has', async () => {
    await change(3, { operatorId: null, blocked: false });
    const free = await count({ free: true });
    await change(3, { blocked: true });
    expect(await count({ free: true })).toBe(free - 1);
  });

  test('follows a change of the moment alone', async () => {
    const last = () =>
      ask((columns) => selectPage(world.db, columns, {}, 'updatedAt', { offset: 0, limit: 1, direction: 'desc' }));
    await last();
    await change(5, { updatedAt: new Date('2099-01-01T00:00:00.000Z') });
    expect(await last()).toEqual([5]);
  });

  test('does not see what is not committed, and sees it as soon as it is, whatever was committed in between', async () => {
    const women = { gender: 'Q' };
    await count(women);
    await world.db.transaction().execute(async (trx) => {
      await trx.updateTable('call').set({ gender: 'Q' }).where('id', '=', calls[0]!.id).execute();
      expect(await count(women)).toBe(0);
      // Later begun and sooner over.
      await change(1, { gender: 'Q' });
      expect(await count(women)).toBe(1);
    });
    expect(await count(women)).toBe(2);
  });

  test('forgets nothing that was taken back', async () => {
    await count({ gender: 'Q' });
    await world.db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('call').set({ gender: 'Q' }).where('id', '=', calls[0]!.id).execute();
        throw new Error('taken back');
      })
      .catch(() => {});
    expect(await count({ gender: 'Q' })).toBe(0);
  });

  test('answers many who ask at once, while calls change', async () => {
    const asked = calls.slice(0, 20).map(async (_call, index) => {
      await change(index, { gender: 'Q' });
      const n = await count({ gender: 'Q' });
      expect(n).toBeGreaterThanOrEqual(1);
      return n;
    });
    const seen = await Promise.all(asked);
    expect(Math.max(...seen)).toBe(20);
  });

  test('a call that fits into no column leaves the answer to the database', async () => {
    await count({});
    await change(2, { callCount: 70_000 });
    const audience = await audienceOf(campaignId);
    expect(await askColumns(world.deps, audience, async () => 1)).toBeUndefined();
    expect(hasColumns(world.deps, audience)).toBe(false);
    expect(await askColumns(world.deps, audience, async () => 1)).toBeUndefined();
  });

  test('who has no patience is not kept waiting for a first reading', async () => {
    const audience = await audienceOf(campaignId);
    expect(await askColumns(world.deps, audience, async () => 1, { isPatient: false })).toBeUndefined();
    await count({});
    expect(await askColumns(world.deps, audience, async () => 1, { isPatient: false })).toEqual({ answer: 1 });
    await bulk(parts.operators[1]!);
    expect(await askColumns(world.deps, audience, async () => 1, { isPatient: false })).toBeUndefined();
  });
});
