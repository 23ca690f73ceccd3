import { api } from '@campanero/contract';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience } from '../../../test/audience.ts';
import { aState, aSubstate, theSystemStates } from '../../../test/catalogue.ts';
import { exported } from '../../../test/exports.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

/** The file has the calls of the list in its order: both use the same filters and orders. */
const world = useWorld();
let coordinator: TestUser;
let campaignId: number;
let stateId: number;
const CALLS = 60;
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  const operators = [await anOperator(world, { firstName: 'Ñusta' }), await anOperator(world, { firstName: 'Zoe' })];
  const states = [await aState(world, { name: 'Zeta' }), await aState(world, { name: 'Árbol' })];
  const substate = await aSubstate(world);
  stateId = states[0]!.id;
  campaignId = (await aCampaign(world, { status: 'EN CURSO', operators: operators.map(({ id }) => id) })).id;
  await anAudience(
    world,
    campaignId,
    Array.from({ length: CALLS }, (_, n) => ({
      number: 1_140_000_000 + ((n * 37) % CALLS),
      operatorId: [null, operators[0]!.id, operators[1]!.id][n % 3] ?? null,
      stateId: [1, states[0]!.id, states[1]!.id, states[0]!.id][n % 4]!,
      substateId: n % 5 === 0 ? substate.id : null,
      callCount: n % 7,
      updatedAt: new Date(world.clock.now().getTime() + ((n * 13) % 11) * 1000),
      gender: n % 2 === 0 ? 'F' : 'M',
      firstName: n % 9 === 0 ? 'Íñigo' : 'Ana',
    })),
  );
});

async function listed(query: object) {
  const pages = [];
  for (let pageNumber = 0; pageNumber * 25 < CALLS; pageNumber += 1)
    pages.push(
      await as(world, coordinator).call(api.audience.list, {
        params: { id: campaignId },
        query: { ...query, pageNumber, pageSize: 25 },
      }),
    );
  return pages.flatMap(({ body }) => body.calls.map(({ id }) => String(id)));
}

test.each([
  ...AUDIENCE_ORDER.flatMap((orderbytitle) => [
    { orderbytitle, orderbytype: 'asc' as const },
    { orderbytitle, orderbytype: 'desc' as const, gender: 'F' as const },
  ]),
  { general: 'inigo' },
  { toCall: '1' as const },
  { callsMin: 3, orderbytitle: 'userName' as const },
  { number: '99999' },
])('%o', async (query) => {
  const rows = await exported(world, coordinator, api.exports.audience, { params: { id: campaignId }, query });
  expect(rows.map((row) => row['Id de llamado'])).toEqual(await listed(query));
});

test('a filter by state exports only that state', async () => {
  const rows = await exported(world, coordinator, api.exports.audience, {
    params: { id: campaignId },
    query: { stateId },
  });
  expect(rows).toHaveLength(30);
  expect(new Set(rows.map((row) => row['Estado']))).toEqual(new Set(['Zeta']));
  expect(rows[0]).toMatchObject({ Operador: 'Ñusta ' + rows[0]!['Operador']!.split(' ')[1], Llamados: '1' });
});

const HOSTILE = ["x'; drop table call; --", "x\\'; drop table call; --", "x' or ''='", 'x\\', 'x" $1 $$ /*', "E'\\x27"];

test('filter texts are passed as parameters, not as SQL', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO' });
  const people = HOSTILE.map((typed) => ({ firstName: typed, lastName: '', districtId: typed.slice(0, 20) }));
  const calls = await anAudience(world, id, [{ firstName: 'x' }, ...people]);
  const found = async (query: Record<string, string>) =>
    (await exported(world, coordinator, api.exports.audience, { params: { id }, query })).map((row) => row['Nombre']);
  for (const typed of HOSTILE) {
    const words = typed.toLowerCase().split(' ');
    const named = calls
      .map(({ firstName }) => firstName)
      .filter((name) => words.every((word) => name.toLowerCase().includes(word)));
    expect(named).toContain(typed);
    expect(await found({ general: typed })).toEqual(named);
    expect(await found({ general: typed, orderbytitle: 'number' })).toEqual(named);
    expect(await found({ districtId: typed.slice(0, 20) })).toEqual([typed]);
  }
  expect(await found({})).toHaveLength(calls.length);
});
