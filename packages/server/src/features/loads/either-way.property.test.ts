import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { countedFigures, storedFigures } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { leftovers, loadFiles } from '../../../test/loads.ts';

/** Own leaves or shared ones (docs/decisions/014-loading.md). */
const WAYS = { own: { ownPartitionFrom: 10 }, shared: { ownPartitionFrom: 1_000_000 } };
const FIRST_OWN_ID = 1_000_000 * 2 ** 24;
const HEADER = 'telefono;nombre;apellido;documento;email;genero;fecha nacimiento';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

interface Line {
  who: number;
  number: number;
  hasDocument: boolean;
  email: boolean;
  gender: '' | 'F' | 'M';
  born: '' | '02-03-1980' | '05-06-1991';
}

const line = (who: fc.Arbitrary<number>, number: fc.Arbitrary<number>): fc.Arbitrary<Line> =>
  fc.record({
    who,
    number,
    hasDocument: fc.boolean(),
    email: fc.boolean(),
    gender: fc.constantFrom('', 'F', 'M'),
    born: fc.constantFrom('', '02-03-1980', '05-06-1991'),
  });
const among = (from: number, to: number) => fc.integer({ min: from, max: to - 1 });

/** Few known persons, many repeated ones, and numbers that exist already. */
const audience = fc.record({
  known: fc.array(line(among(0, 3), among(0, 8)), { minLength: 4, maxLength: 10 }),
  lines: fc.array(line(among(10, 120), among(6, 150)), { minLength: 150, maxLength: 160 }),
  meeting: fc.array(fc.tuple(line(among(0, 3), among(0, 9)), fc.nat({ max: 150 })), { minLength: 2, maxLength: 7 }),
  blocked: fc.uniqueArray(among(0, 70), { maxLength: 4 }),
});

type Audience = typeof audience extends fc.Arbitrary<infer T> ? T : never;

/** Each run has its own persons and numbers; the compared values are equal. */
let base = 20_000_000;
const numberOf = (n: number) => 1_100_000_000 + base + n;
const textOf = ({ who, number, hasDocument, email, gender, born }: Line) =>
  [
    numberOf(number),
    `Persona ${who}`,
    `De ${base}`,
    hasDocument ? base + who : '',
    email ? `p${who}@correo.ar` : '',
    gender,
    born,
  ].join(';');
const fileOf = (lines: readonly Line[]) => [{ content: [HEADER, ...lines.map(textOf)].join('\n') }];

/** Not ordered by id, which depends on the leaf. */
async function outcome(campaignId: number) {
  const { rows: people } = await sql<{ isNew: boolean; numbers: number[]; came: number | null }>`
    select first_name, document::bigint - ${base} as document, email, gender, birthday::text, interested, id >= ${FIRST_OWN_ID} as "isNew",
      array(select number - ${numberOf(0)} from person_phone where person_id = person.id order by 1)::int[] as numbers,
      (loaded_number - ${numberOf(0)})::int as came, loaded_mobile
    from person where last_name = ${`De ${base}`} order by loaded_number, first_name, document, birthday, id`.execute(
    world.db,
  );
  const { rows: calls } = await sql`
    select number - ${numberOf(0)} as number, person.first_name, person.document::bigint - ${base} as document, call.interested,
      call.gender, call.birth_year, call.blocked, row_number() over (order by call.id) = call.id - min(call.id) over () + 1 as "isInLine"
    from call join person on person.id = call.person_id where campaign_id = ${campaignId} order by call.id`.execute(
    world.db,
  );
  // Loads rely on it without reading person_phone, so it must be correct.
  for (const { numbers, came } of people) if (came !== null) expect(numbers).toContain(came);
  return { people, calls };
}

async function loadIt(way: keyof typeof WAYS, { known, lines, meeting, blocked }: Audience) {
  base += 100_000;
  await loadFiles(world, coordinator, (await aCampaign(world)).id, fileOf(known), { tuning: WAYS.shared });
  await sql`update person set interested = true where last_name = ${`De ${base}`} and first_name = 'Persona 1'`.execute(
    world.db,
  );
  if (blocked.length > 0)
    await sql`insert into blocked_number (number, reason)
      select unnest(${blocked.map(numberOf)}::bigint[]), 'DO_NOT_CALL'`.execute(world.db);
  const file = [...lines];
  for (const [one, at] of meeting) file.splice(at, 0, one);
  const first = await loadOnce(way, file);
  const made = first.people.some(({ isNew }) => isNew) ? 'own' : 'shared';
  // Again, when most persons and many numbers are known.
  const second = await loadOnce(way, [...file.map((one) => ({ ...one, email: true })), ...known]);
  return { made, first: withoutPlaces(first), second: withoutPlaces(second) };
}

async function loadOnce(way: keyof typeof WAYS, file: readonly Line[]) {
  const { id } = await aCampaign(world);
  const { read, loaded, duplicates, skipped, rejected } = await loadFiles(world, coordinator, id, fileOf(file), {
    tuning: WAYS[way],
  });
  expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
  return { report: { read, loaded, duplicates, skipped, rejected }, ...(await outcome(id)) };
}

const withoutPlaces = ({ people, ...rest }: Awaited<ReturnType<typeof loadOnce>>) => ({
  ...rest,
  people: people.map((person) => ({ ...person, isNew: undefined })),
});

test('own and shared leaves give the same persons, numbers and calls', async () => {
  await fc.assert(
    fc.asyncProperty(audience, async (given) => {
      const own = await loadIt('own', given);
      const { made, ...shared } = await loadIt('shared', given);
      expect([own.made, made]).toEqual(['own', 'shared']);
      expect(own).toEqual({ made: 'own', ...shared });
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect(await leftovers(world)).toEqual([]);
}, 60_000);
