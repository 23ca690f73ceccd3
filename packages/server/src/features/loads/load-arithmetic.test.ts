import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { countedFigures, countedTotals, storedFigures, storedTotals } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, loadFiles, runLoad, upload } from '../../../test/loads.ts';

const world = useWorld();
let coordinator: TestUser;
const BLOCKED = ['1140000001', '1140000004'];
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  await world.db
    .insertInto('blockedNumber')
    .values(BLOCKED.map((number) => ({ number: Number(number), reason: 'DO_NOT_CALL', at: world.clock.now() })))
    .execute();
});

/** Few numbers and names, so that all repeat; some rows are invalid. */
const row = fc.record({
  number: fc.integer({ min: 0, max: 9 }).map((n) => (n === 9 ? '12' : `114000000${n}`)),
  name: fc.constantFrom('Ana', 'EVA', 'eva', ''),
  document: fc.constantFrom('', '100', '200'),
});
const file = fc.array(row, { maxLength: 25 });

interface Model {
  calls: string[];
  report: { read: number; loaded: number; duplicates: number; rejected: number; skipped: number };
}

/** Reference implementation: rejected, then duplicate, then skipped. */
function expected(rows: readonly { number: string }[], before: readonly string[]): Model {
  const calls = [...before];
  const report = { read: rows.length, loaded: 0, duplicates: 0, rejected: 0, skipped: 0 };
  for (const { number } of rows) {
    if (number === '12') report.rejected += 1;
    else if (calls.includes(number)) report.duplicates += 1;
    else if (BLOCKED.includes(number)) report.skipped += 1;
    else {
      calls.push(number);
      report.loaded += 1;
    }
  }
  return { calls, report };
}

const csv = (rows: readonly { number: string; name: string; document: string }[]) =>
  ['telefono;nombre;documento', ...rows.map((each) => `${each.number};${each.name};${each.document}`), ''].join('\n');

test('counts every row once and creates one call per number', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), fc.boolean(), async (files, ownLeaf) => {
      const { id } = await aCampaign(world);
      let calls: string[] = [];
      for (const rows of files) {
        const report = await loadFiles(world, coordinator, id, [{ content: csv(rows) }], {
          tuning: { ownPartitionFrom: ownLeaf ? 3 : 1_000 },
        });
        const model = expected(rows, calls);
        const isFailure = rows.every(({ number }) => number === '12');
        const { report: sums } = model;
        expect(report).toMatchObject(isFailure ? { status: 'ERROR', loaded: 0 } : { status: 'COMPLETED', ...sums });
        calls = model.calls;
      }
      const stored = await callsOf(world, id);
      expect(stored.map(({ number }) => number)).toEqual(calls);
      expect(stored.map((call) => call.id - stored[0]!.id)).toEqual(stored.map((_, n) => n));
      expect(await storedTotals(world, id)).toEqual(await countedTotals(world, id));
      expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
    }),
    { numRuns: 8 },
  );
  // No duplicate persons: by folded name, document or number.
  const persons = await world.db.selectFrom('person').select(['firstName', 'document', 'identity']).execute();
  const keys = persons
    .filter(({ document, identity }) => document && identity !== null)
    .map(({ identity }) => identity);
  expect(new Set(keys).size).toBe(keys.length);
  expect(await leftovers(world)).toEqual([]);
}, 60_000);

test('concurrent loads of the same people share them', async () => {
  const lines = Array.from({ length: 200 }, (_, n) => `${1141000000 + n};Persona ${n};${300_000 + n}`);
  const content = ['tel;nombre;dni', ...lines].join('\n');
  const before = (await world.db.selectFrom('person').select('id').execute()).length;
  const campaigns = [await aCampaign(world), await aCampaign(world)];
  const accepted = [];
  for (const { id } of campaigns) accepted.push(await upload(world, coordinator, id, [{ content }]));
  await Promise.all(accepted.map(({ body }) => runLoad(world, body.id, { tuning: { ownPartitionFrom: 100 } })));
  const [one, two] = await Promise.all(campaigns.map(({ id }) => callsOf(world, id)));
  expect(one!.length).toBe(200);
  expect(two!.map(({ personId }) => personId)).toEqual(one!.map(({ personId }) => personId));
  expect((await world.db.selectFrom('person').select('id').execute()).length).toBe(before + 200);
});
