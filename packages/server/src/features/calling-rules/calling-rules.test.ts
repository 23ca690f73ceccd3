import { api } from '@campanero/contract';
import { type CallingRules, NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
beforeAll(async () => {
  admin = await anAdministrator(world);
});
const view = async (user = admin) => (await as(world, user).call(api.callingRules.view)).body;
const OFFICE = [{ from: '09:00', to: '20:00' }];
const RULES: CallingRules = {
  ...NO_RULES,
  week: [[], OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, []],
  closesOnHolidays: true,
  attemptsPerDay: 2,
};
const save = async (rules: unknown, version?: number, acrossCampaigns = false) =>
  as(world, admin).send(api.callingRules.update, {
    body: { rules: rules as CallingRules, acrossCampaigns, version: version ?? (await view()).version },
  });

describe('default rules', () => {
  test('are empty at first, changed by administrators and read by campaign managers', async () => {
    const here = await aCallingCampaign(world);
    expect(await view()).toMatchObject({ rules: NO_RULES, acrossCampaigns: false, version: 0, updatedBy: null });
    world.activity.length = 0;
    expect(await save(RULES, 0, true)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await view(await aCoordinator(world))).toMatchObject({
      rules: RULES,
      acrossCampaigns: true,
      version: 1,
      updatedBy: expect.any(String),
    });
    expect((await auditOf(world)).at(-1)).toMatchObject({
      userId: admin.id,
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      objectType: 'calling-rules',
      info: {
        entries: expect.arrayContaining([{ label: 'Reglas', prevValue: 'a cualquier hora' }]),
        modifications: expect.arrayContaining([
          { label: 'Reglas', value: 'lunes a viernes 9:00 a 20:00; no en feriados; hasta 2 veces por día' },
        ]),
      },
    });
    expect(world.activity).toContainEqual({
      campaign: expect.objectContaining({ id: here.campaign.id }),
      userId: undefined,
    });
  });

  test('refuses a stale version and invalid rules', async () => {
    const before = await view();
    expect(await save(NO_RULES, before.version + 1)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    const backwards = { ...RULES, week: [[], [{ from: '20:00', to: '09:00' }], [], [], [], [], []] };
    expect(await save(backwards)).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'El horario termina antes de empezar.' }] },
    });
    expect(await save({ ...RULES, pauseMinutes: -5 })).toMatchObject({ status: 400 });
    expect(await view()).toEqual(before);
  });
});

describe('holidays', () => {
  const find = async (day: string) => (await view()).holidays.find((each) => each.day === day);

  test('exist for this year and the next, moved where the law says so', async () => {
    const { holidays } = await view();
    const of = (year: string) => holidays.filter(({ day }) => day.startsWith(year));
    expect([of('2026').length, of('2027').length]).toEqual([19, 17]);
    // A movable holiday is on a Monday, unless it fell on a weekend.
    const weekdays = holidays.filter(({ kind }) => kind === 'MOVABLE').map(({ day }) => new Date(day).getUTCDay());
    expect(weekdays).toEqual([1, 1, 1, 1, 1, 1, 1, 6]);
    expect(holidays.map(({ day }) => day)).toEqual(holidays.map(({ day }) => day).toSorted());
  });

  test('are added, moved, renamed and removed with an audit record; none twice on a day', async () => {
    const act = as(world, admin);
    const made = await act.send(api.callingRules.createHoliday, {
      body: { day: '2026-11-11', name: ' San Martín de Tours ' },
    });
    expect(made).toMatchObject({ status: 201, body: { day: '2026-11-11', name: 'San Martín de Tours', kind: 'OWN' } });
    expect((await auditOf(world)).at(-1)).toMatchObject({
      action: 'ETIQUETA',
      subaction: 'CREAR',
      objectType: 'holiday',
      objectId: '2026-11-11',
      info: { modifications: expect.arrayContaining([{ label: 'Fecha', value: '11-11-2026' }]) },
    });
    const twice = await act.send(api.callingRules.createHoliday, { body: { day: '2026-12-25', name: 'Otra vez' } });
    expect(twice).toMatchObject({ status: 422, body: { error: 'HOLIDAY_TAKEN', errors: [{ field: 'day' }] } });
    const change = async (day: string, body: { day: string; name: string; version?: number }) =>
      act.send(api.callingRules.updateHoliday, {
        params: { day },
        body: { version: (await find(day))?.version ?? 0, ...body },
      });
    expect(await change('2027-11-20', { day: '2027-12-25', name: 'x' })).toMatchObject({
      status: 422,
      body: { error: 'HOLIDAY_TAKEN' },
    });
    expect(await find('2027-11-20')).toBeDefined();
    expect(await change('2027-11-20', { day: '2027-11-22', name: 'Día de la Soberanía Nacional' })).toMatchObject({
      status: 200,
      body: { day: '2027-11-22', kind: 'MOVABLE' },
    });
    expect(await find('2027-11-20')).toBeUndefined();
    expect(await change('2026-11-11', { day: '2026-11-11', name: 'Patrono' })).toMatchObject({ status: 200 });
    expect(await find('2026-11-11')).toMatchObject({ name: 'Patrono', version: 1 });
    for (const day of ['2026-11-11', '2026-11-13'])
      expect(await change('2026-11-11', { day, name: 'Otro', version: 0 })).toMatchObject({
        status: 409,
        body: { error: 'CONFLICT' },
      });
    expect(await find('2026-11-11')).toMatchObject({ name: 'Patrono', version: 1 });
    const remove = () => act.send(api.callingRules.deleteHoliday, { params: { day: '2026-11-11' } });
    expect((await remove()).status).toBe(204);
    expect((await auditOf(world)).at(-1)).toMatchObject({ subaction: 'ACTUALIZAR', objectId: '2026-11-11' });
    expect(await remove()).toMatchObject({ status: 404 });
    expect(await change('2026-11-11', { day: '2026-11-12', name: 'x' })).toMatchObject({ status: 404 });
  });

  test('refuses an invalid day and an empty name', async () => {
    for (const body of [
      { day: '2026-02-30', name: 'x' },
      { day: '2026-03-01', name: '  ' },
      { day: '1999-01-01', name: 'x' },
    ])
      expect((await as(world, admin).send(api.callingRules.createHoliday, { body })).status).toBe(400);
  });
});
