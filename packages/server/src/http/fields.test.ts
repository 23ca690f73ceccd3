import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { ONE_LINE } from '@campanero/contract/shared/text';
import { beforeAll, describe, expect, test } from 'vitest';
import { urlOf } from '@campanero/contract/client';
import { sql } from 'kysely';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { aCallingCampaign, callNow, type Calling } from '../../test/calling.ts';
import { aCampaign, anAdministrator, type TestUser } from '../../test/factories.ts';
import { sendForm } from '../../test/forms.ts';

const world = useWorld({ config: { allowRegistration: true, rateLimit: 100_000 } });
let admin: TestUser;
let here: Calling;
beforeAll(async () => {
  admin = await anAdministrator(world);
  here = await aCallingCampaign(world);
});

describe('single-line texts refuse control characters', () => {
  const HIDDEN = ['\r\n', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\u2028', '\u202e'];
  const BODIES: [EndpointSpec, string[], Record<string, string>?][] = [
    [api.users.create, ['firstName', 'lastName']],
    [api.users.update, ['firstName', 'lastName'], { id: '1' }],
    [api.configuration.createObjective, ['name']],
    [api.configuration.updateState, ['name'], { id: '2' }],
    [api.configuration.createSubstate, ['name']],
    [api.campaigns.ongoing, ['name', 'externalId'], { id: '1' }],
    [
      api.contacts.savePerson,
      ['firstName', 'lastName', 'businessName', 'document', 'nationality', 'channel'],
      { personId: '1' },
    ],
    [api.shell.register, ['displayName']],
  ];
  test.each(
    BODIES.flatMap(([spec, fields, params]) => fields.map((field) => [spec.path, field, spec, params] as const)),
  )('%s, %s', async (_path, field, spec, params) => {
    for (const hidden of HIDDEN) {
      const query = spec === api.contacts.savePerson ? { lead: 1 } : {};
      const body = { [field]: `Ana${hidden}Bcc: x@y.ar` };
      const reply = await as(world, admin).send(spec, { params: params ?? {}, query, body });
      expect([hidden, reply.status]).toEqual([hidden, 400]);
      expect(reply.body.errors).toContainEqual({ field, message: ONE_LINE });
    }
  });

  test('also when creating and editing a campaign', async () => {
    const { id } = await aCampaign(world);
    for (const field of ['name', 'externalId', 'formId'])
      for (const [spec, params] of [
        [api.campaigns.create, {}],
        [api.campaigns.update, { id }],
      ] as const) {
        const reply = await sendForm(world, admin, spec, { params, fields: { [field]: 'Salud\r\nPara todos' } });
        expect(reply.status).toBe(400);
        expect(reply.body.errors).toContainEqual({ field, message: ONE_LINE });
      }
  });

  test('trims a trailing line break', async () => {
    const body = { firstName: 'Ana\r\n', lastName: '\tDíaz', email: 'ana.diaz@prueba.gob.ar', roles: [2] };
    expect((await as(world, admin).send(api.users.create, { body })).body).toMatchObject({ name: 'Ana Díaz' });
  });
});

const NO_IDS = ['0x501', '1.281e3', '+1281', '-1', '0', '01', '1.0', '1.5', ' 1', '1 ', '1_0', 'Infinity', '\u0661'];
const specs: [name: string, spec: EndpointSpec][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, spec]): [string, EndpointSpec] => [`${group}.${name}`, spec]),
);
const OTHERS: Record<string, string> = { phone: '1155554444', formId: 'x', audienceId: 'x', wrong: '1', sub: '1' };
const isId = (schema: { safeParse(value: unknown): { success: boolean } }) =>
  schema.safeParse('1281').success && !schema.safeParse('x').success;
const shapeOf = (part: EndpointSpec['params']) => Object.entries(part?.shape ?? {});

describe('ids are plain digits', () => {
  const paths = specs.flatMap(([name, spec]) =>
    shapeOf(spec.params).flatMap(([param, schema]) => (isId(schema) ? [[name, param, spec] as const] : [])),
  );
  test.each(paths)('in the path of %s: %s', async (_name, param, spec) => {
    const given = Object.fromEntries(shapeOf(spec.params).map(([each]) => [each, OTHERS[each] ?? '1281']));
    for (const text of NO_IDS) {
      // The only value that is no positive id: no call is open.
      if (param === 'current' && text === '0') continue;
      const { status, body } = await as(world, admin).send(spec, { params: { ...given, [param]: text } });
      expect([text, status]).toEqual([text, 400]);
      expect(body.errors).toContainEqual({ field: param, message: expect.stringMatching(/^Ingrese /) });
    }
  });

  const QUERIES: [EndpointSpec, string][] = [
    [api.campaigns.list, 'id'],
    [api.campaigns.list, 'objectiveId'],
    [api.campaigns.list, 'userId'],
    [api.users.list, 'id'],
    [api.auditLog.list, 'userId'],
    [api.audience.list, 'stateId'],
    [api.audience.list, 'substateId'],
    [api.audience.list, 'operatorId'],
    [api.audience.list, 'states'],
    [api.audience.rebalanceable, 'from'],
    [api.campaigns.operatorLoad, 'operators'],
    [api.users.list, 'roles'],
  ];
  test.each(QUERIES.map(([spec, name]) => [spec.path, name, spec] as const))(
    'in the query of %s: %s',
    async (...test) => {
      const [, name, spec] = test;
      const params = spec.params ? { id: 1 } : {};
      const isList = ['states', 'from', 'operators', 'roles'].includes(name);
      for (const text of [...NO_IDS, ...(isList ? ['1,,2', '1, 2', '1,0x2', ',1', '1,'] : [])]) {
        const { status, body } = await as(world, admin).send(spec, {
          params,
          query: { pageNumber: undefined, [name]: text },
        });
        expect([text, status]).toEqual([text, 400]);
        expect(body.errors).toEqual([{ field: name, message: expect.stringMatching(/^Ingrese /) }]);
      }
    },
  );

  test('in a form, alone and in a list', async () => {
    for (const field of ['objectiveId', 'coordinatedBy', 'operators'])
      for (const text of ['0x5', '1e1', '+1', '01', ' 1', field === 'operators' ? '1,0x2' : '1,2']) {
        const { status, body } = await sendForm(world, admin, api.campaigns.create, { fields: { [field]: text } });
        expect([field, text, status]).toEqual([field, text, 400]);
        expect(body.errors.map((fault: { field: string }) => fault.field)).toContain(field);
      }
  });

  test('numbers in JSON', async () => {
    const { id } = await aCampaign(world, { status: 'EN CURSO' });
    for (const operators of [['1'], [true], [1.5], [0], [null], ['0x1']]) {
      const { status, body } = await as(world, admin).send(api.campaigns.ongoing, {
        params: { id },
        body: { operators },
      });
      expect([status, body.errors]).toEqual([
        400,
        [{ field: 'operators', message: 'Ingrese un número entero mayor que cero.' }],
      ]);
    }
  });

  test.each(['pageNumber', 'pageSize'])('also %s', async (name) => {
    for (const text of ['0x1', '1e1', '+1', ' 1', '01', '1.0']) {
      const { status } = await as(world, admin).send(api.campaigns.list, { query: { [name]: text } });
      expect([text, status]).toEqual([text, 400]);
    }
  });
});

describe('invalid fields are named as in the request, with a message', () => {
  const SENTENCE = /^[A-ZÁÉÍÓÚ].*[^.]\.?$/;
  const ENGLISH = /invalid|expected|required\b|input|string\b|must/i;
  test.each<[string, EndpointSpec, unknown, string[]]>([
    ['an item of a list', api.audience.segment, { operators: [1, 'x', 'y'] }, ['operators']],
    ['a list that is none', api.audience.segment, { operators: 5 }, ['operators']],
    ['nothing', api.audience.segment, {}, ['operators']],
    ['two lists', api.configuration.saveActions, { has: [{}], hasNo: 'x' }, ['has', 'hasNo']],
    ['text for a switch', api.campaigns.ongoing, { paused: 'si', states: [1, 2, -3] }, ['states', 'paused']],
    ['a nested object', api.shell.update, { user: { data: { shortcuts: ['a', 5] } } }, ['user.data.shortcuts']],
    ['an unknown affinity', api.calls.register, { stateId: 2, affinity: 'Feliz' }, ['affinity']],
    ['a date that is none', api.calls.register, { stateId: 2, callbackAt: 'mañana' }, ['callbackAt']],
    [
      'a long list',
      api.notifications.clear,
      { notifications: Array.from({ length: 1001 }, () => 1) },
      ['notifications'],
    ],
  ])('%s', async (_what, spec, body, fields) => {
    const params = Object.fromEntries(shapeOf(spec.params).map(([name]) => [name, '1']));
    const query = spec === api.configuration.saveActions ? { action: 'callback' } : {};
    const reply = await as(world, admin).send(spec, { params, query, body });
    expect([reply.status, reply.body.error]).toEqual([400, 'VALIDATION']);
    expect(reply.body.errors?.map(({ field }) => field)).toEqual(fields);
    for (const { message } of reply.body.errors ?? []) {
      expect(message).toMatch(SENTENCE);
      expect(message).not.toMatch(ENGLISH);
    }
  });

  test('a body that is no object names no field', async () => {
    for (const body of ['"hola"', '[]', '5', 'null']) {
      const reply = await world.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: body,
        headers: { 'content-type': 'application/json' },
      });
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        expect.not.objectContaining({ errors: expect.anything() }),
      ]);
    }
  });
});

test('an objective without states and a state without substates are valid', async () => {
  const objective = await as(world, admin).send(api.configuration.createObjective, { body: { name: 'Sin estados' } });
  expect(objective).toMatchObject({ status: 201, body: { name: 'Sin estados', states: [] } });
  const state = await as(world, admin).send(api.configuration.createState, { body: { name: 'Sin subestados' } });
  expect(state).toMatchObject({ status: 201, body: { name: 'Sin subestados', substates: [] } });
});

/** Row counts of every table, except counters of requests, contacts shown, refusals and sessions. */
async function contentOf(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'audit%' and table_name not in ('rate_limit', 'contact_reading', 'session')`.execute(
    world.db,
  );
  const sums: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from ${sql.table(name)} t`.execute(
      world.db,
    );
    sums[name] = found[0]!.sum;
  }
  return sums;
}

test('HEAD changes nothing on any route', async () => {
  const { campaign, calls, operators } = here;
  const [call] = calls;
  const own: Record<string, string | number> = {
    id: campaign.id,
    campaignId: campaign.id,
    callId: call!.id,
    current: 0,
    phone: call!.number,
  };
  const before = await contentOf();
  for (const [name, spec] of specs.filter(([, { method }]) => method === 'GET'))
    for (const user of [admin, operators[0]!]) {
      const params = Object.fromEntries(shapeOf(spec.params).map(([each]) => [each, own[each] ?? OTHERS[each] ?? 1]));
      const headers = { authorization: `Bearer ${user.token}` };
      const reply = await world.app.inject({ method: 'HEAD', url: `/api${urlOf(spec, { params })}`, headers });
      expect([name, reply.statusCode < 500]).toEqual([name, true]);
      expect([name, reply.statusCode === 405]).toEqual([name, spec.hasEffect === true]);
      expect([name, /^(?!.*HEAD).*\bGET\b/.test(String(reply.headers.allow))]).toEqual([name, spec.hasEffect === true]);
    }
  expect(await contentOf()).toEqual(before);
  expect(await callNow(world, call!.id)).toMatchObject({ holdBy: null });
  // Control: GET on the same path does have an effect.
  const params = { id: campaign.id, current: 0 };
  expect((await as(world, operators[0]!).call(api.calls.next, { params })).body.callId).toBe(call!.id);
  expect(await callNow(world, call!.id)).toMatchObject({ holdBy: operators[0]!.id });
});
