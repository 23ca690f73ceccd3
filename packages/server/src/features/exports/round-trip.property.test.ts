import { api } from '@campanero/contract';
import { AUDIENCE_COLUMNS, matchColumn } from '@campanero/contract/loads/csv/columns';
import { tidy } from '@campanero/contract/loads/csv/field-rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLocations } from '../../db/seed/locations.ts';
import { as } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { ask, make, recordsOf, textOf } from '../../../test/exports.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { loadFiles } from '../../../test/loads.ts';

/** An exported file loads again and gives the same people. */
let here: TestApp;
let there: TestApp;
let asker: TestUser;
let loader: TestUser;
beforeAll(async () => {
  [here, there] = await Promise.all([createTestApp(), createTestApp()]);
  asker = await aCoordinator(here);
  loader = await aCoordinator(there);
  for (const world of [here, there]) {
    await theSystemStates(world);
    await world.db.transaction().execute((trx) => seedLocations(trx));
  }
});
afterAll(() => Promise.all([here.close(), there.close()]));

const NASTY = [
  '=1+1',
  '+54',
  '-5',
  '@SUM(A1)',
  '＝1',
  "'=1",
  "O'Brien",
  'a;b',
  'dice "hola"',
  '−1',
  'Ñandú',
  '\u200b=1',
];
const word = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: fc.constantFrom("'", '"', ';', '=', '+', '-', '@', ' ', 'a', 'ñ', '5', '.', ','), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const blank = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const person = fc.record({
  firstName: word,
  lastName: word,
  document: blank(fc.stringMatching(/^[0-9A-Z/-]{1,20}$/)),
  birthday: blank(fc.date({ min: new Date('1900-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })),
  gender: blank(fc.constantFrom('F', 'M', 'X')),
  email: blank(fc.constantFrom('ana@ejemplo.com.ar', "o'brien@x.ar", '+ana@x.ar', '-ana@x.ar')),
  nationality: blank(word),
  channel: blank(word),
  place: fc.integer({ min: 0, max: 3_000 }),
  mobile: fc.boolean(),
});
type Person = (typeof person extends fc.Arbitrary<infer P> ? P : never) & { number: number };

const peopleOf = async (world: TestApp, campaignId: number) =>
  (
    await sql`
      select call.number, person.first_name, person.last_name, person.document, person.birthday, person.gender, person.email,
        person.nationality, person.channel, person.district_id, person.section_id, person.subsection_id, person_phone.mobile
      from call join person on person.id = call.person_id
      join person_phone on person_phone.person_id = person.id and person_phone.number = call.number
      where call.campaign_id = ${campaignId} order by call.number`.execute(world.db)
  ).rows;

/** A running campaign with these people: loaded as bare numbers, then updated in one statement. */
async function theirCampaign(people: readonly Person[]): Promise<number> {
  const { id } = await aCampaign(here);
  await loadFiles(here, asker, id, [{ content: ['telefono', ...people.map(({ number }) => number)].join('\n') }]);
  const given = people.map(({ firstName, lastName, nationality, channel, birthday, ...same }, index) => ({
    ...same,
    first_name: tidy(firstName),
    // Same name and document means one person.
    last_name: index % 10 === 0 ? '' : `${tidy(lastName)} ${index}`.trim(),
    nationality: tidy(nationality ?? '') || null,
    channel: tidy(channel ?? '') || null,
    birthday: birthday && birthday.toISOString().slice(0, 10),
  }));
  await sql`
    with given as (
      select g.*, row_number() over () as n from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (number bigint, first_name text,
        last_name text, document text, birthday date, gender text, email text, nationality text, channel text, place int, mobile boolean)
    ), places as (
      select row_number() over (order by b.id) as n, b.id, b.section_id, s.district_id
      from location_subsection b join location_section s on s.id = b.section_id
    ), phones as (
      update person_phone set mobile = given.mobile from given where person_phone.number = given.number
    )
    update person set first_name = case when given.last_name = '' then '' else given.first_name end, last_name = given.last_name,
      document = given.document, birthday = given.birthday, gender = given.gender, email = given.email,
      nationality = given.nationality, channel = given.channel, district_id = places.district_id,
      section_id = places.section_id, subsection_id = places.id, loaded_mobile = given.mobile
    from given left join places on places.n = given.place
    where person.loaded_number = given.number`.execute(here.db);
  await here.db.updateTable('campaign').set({ status: 'EN CURSO' }).where('id', '=', id).execute();
  return id;
}

test('an exported audience loads again with the same people, numbers and places', async () => {
  const people = fc
    .sample(person, 300)
    .map((one, index) => ({ ...one, ...(index === 1 && { firstName: '=1+1' }), number: 1_140_000_001 + index }));
  const campaignId = await theirCampaign(people);
  const exportId = await ask(here, asker, api.exports.audience, { params: { id: campaignId } });
  await make(here, exportId);
  const text = await textOf(here, asker, exportId);
  // As a spreadsheet reads it: text, no formula.
  expect(text).toContain(";'=1+1");
  const { id: target } = await aCampaign(there);
  const report = await loadFiles(there, loader, target, [{ content: text }]);
  const rejected = await as(there, loader).send(api.loads.rejected, { params: { id: target } });
  expect({ ...report, rejected: rejected.body }).toMatchObject({ loaded: people.length, duplicates: 0, skipped: 0 });
  expect(report.rejected).toBe(0);
  expect(report.ignoredColumns).toContain('Estado');
  expect(await peopleOf(there, target)).toEqual(await peopleOf(here, campaignId));
});

test('columns are those of the loader; additional ones do not collide', async () => {
  const { id } = await aCampaign(here, { status: 'EN CURSO' });
  const exportId = await ask(here, asker, api.exports.audience, { params: { id } });
  await make(here, exportId);
  const header = (await textOf(here, asker, exportId)).replace('\uFEFF', '').trim().split(';');
  const known = header.map(matchColumn);
  expect(known.slice(0, AUDIENCE_COLUMNS.length)).toEqual(AUDIENCE_COLUMNS.map(({ field }) => field));
  expect(known.slice(AUDIENCE_COLUMNS.length).filter((field) => field !== null)).toEqual([]);
  expect(recordsOf(await textOf(here, asker, exportId))).toEqual([]);
});
