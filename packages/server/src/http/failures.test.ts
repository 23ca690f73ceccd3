import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { anAdministrator } from '../../test/factories.ts';
import { StaleRead } from '../work/transact.ts';
import { createErrorHandler, toAppError } from './error-handler.ts';
import { serializeError } from './logging.ts';

function createKeptLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: pino({ level: 'trace', serializers: { err: serializeError } }, stream) };
}

const { lines, log } = createKeptLog();
const world = useWorld({ log });

test('an internal error reveals nothing and is logged with its request id', async () => {
  const admin = await anAdministrator(world);
  await world.db.schema.dropTable('campaign').cascade().execute();
  const { status, body, headers } = await as(world, admin).send(api.campaigns.list, {
    query: { general: '1144445555' },
  });
  expect(status).toBe(500);
  expect(body).toEqual({
    error: 'INTERNAL',
    message: 'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.',
    requestId: headers['x-request-id'],
  });
  const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.level === 50);
  expect(line).toMatchObject({
    requestId: body.requestId,
    route: '/api/campaign',
    err: { type: 'DatabaseError', code: '42P01' },
  });
});

test('the log holds route templates and user ids, no personal data', async () => {
  const admin = await anAdministrator(world, { firstName: 'MarcaNombre', email: 'marca-correo@prueba.gob.ar' });
  const headers = { authorization: `Bearer ${admin.token}`, 'user-agent': 'marca-agente\u0001' };
  await world.app.inject({ url: '/api/user/1144446666/session?general=marca-consulta', headers });
  await world.app.inject({ url: '/api/marca-direccion%0d%0ainyectada', headers });
  await world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: 'marca-correo@prueba.gob.ar', password: 'marca-clave' },
  });
  await world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: '{"marca-cuerpo"',
    headers: { 'content-type': 'application/json' },
  });
  const text = lines.join('');
  expect(text).not.toMatch(/marca|1144446666|inyectada/i);
  expect(text).not.toContain(admin.token);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      route: '/api/user/:id/session',
      userId: admin.id,
      status: 400,
      ms: expect.any(Number),
    }),
  );
});

test('without a database the server is unready but healthy', async () => {
  const admin = await anAdministrator(world);
  const away = await createTestApp({
    beside: { ...world, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' },
    app: { checkReady: async () => Promise.reject(new Error('no')) },
  });
  const reply = await as(away, admin).send(api.campaigns.list);
  expect([reply.status, reply.body.error]).toEqual([503, 'UNAVAILABLE']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect((await as(away, null).send(api.system.ready)).status).toBe(503);
  expect((await as(away, null).send(api.system.health)).body).toMatchObject({ status: 'ok' });
  await away.close();
});

test('a repeated serialization failure is reported as COLLISION', () => {
  const told = createKeptLog();
  const reply = { header: () => reply, status: () => reply, removeHeader: () => reply, type: () => reply } as never;
  const sent: unknown[] = [];
  Object.assign(reply, { serializer: () => reply, send: (body: unknown) => sent.push(body) });
  const request = {
    id: 'r1',
    raw: { errored: null, complete: true },
    ctx: { log: told.log },
    routeOptions: {},
  } as never;
  createErrorHandler(told.log)(new StaleRead('again and again'), request, reply);
  expect(sent).toEqual([
    {
      error: 'COLLISION',
      message: 'Otras personas estaban cambiando lo mismo. Inténtelo de nuevo en unos segundos.',
      requestId: 'r1',
    },
  ]);
  expect(told.lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a transaction collided with others at every attempt',
  ]);
});

describe('error mapping', () => {
  const fromPostgres = (code: string) => Object.assign(new pg.DatabaseError('secreto', 1, 'error'), { code });
  test.each([
    ['57P01', 'UNAVAILABLE'], // the administrator stops PostgreSQL
    ['57014', 'UNAVAILABLE'], // a statement took too long
    ['53300', 'UNAVAILABLE'], // no connection left
    ['55P03', 'UNAVAILABLE'], // a lock was not granted in time
    ['08006', 'UNAVAILABLE'],
    ['40P01', 'COLLISION'], // a deadlock at every attempt
    ['40001', 'COLLISION'],
    ['22003', 'BAD_REQUEST'], // a number no column can hold
    ['22021', 'BAD_REQUEST'],
    ['23505', 'INTERNAL'],
    ['42P01', 'INTERNAL'],
  ])('SQLSTATE %s is %s', (code, error) => {
    expect(toAppError(fromPostgres(code)).error).toBe(error);
  });

  test.each([
    [new Error('timeout exceeded when trying to connect'), 'UNAVAILABLE'],
    [new Error('Connection terminated unexpectedly'), 'UNAVAILABLE'],
    [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'UNAVAILABLE'],
    [Object.assign(new Error(''), { code: 'ENOENT', syscall: 'connect' }), 'UNAVAILABLE'],
    [Object.assign(new Error(''), { code: 'ENOENT', syscall: 'open' }), 'INTERNAL'],
    [new AggregateError([Object.assign(new Error(''), { code: 'ECONNREFUSED' })]), 'UNAVAILABLE'],
    [new StaleRead('again and again'), 'COLLISION'],
    [new TypeError('x is not a function'), 'INTERNAL'],
    ['a string', 'INTERNAL'],
    [undefined, 'INTERNAL'],
  ])('%s is %s', (thrown, error) => {
    expect(toAppError(thrown).error).toBe(error);
  });
});
