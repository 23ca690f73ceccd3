import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { anAdministrator } from '../../test/factories.ts';
import { causeOf, createRepeatedLog } from './repeated-log.ts';

const world = useWorld();
const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
beforeEach(() => void (lines.length = 0));
afterEach(() => vi.useRealTimers());

test('logs the first occurrence in full, then one count a minute per cause', () => {
  vi.useFakeTimers();
  const logRepeated = createRepeatedLog(log);
  const happen = (cause: string) =>
    logRepeated('the database is away', { level: 'warn', cause, fields: { err: new Error(cause) } });
  for (let n = 0; n < 1_000; n += 1) happen('ECONNREFUSED');
  happen('57P01');
  expect(lines.map(({ err }) => err !== undefined)).toEqual([true, true]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toMatchObject([{ cause: 'ECONNREFUSED', times: 999 }]);
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(3);
  happen('ECONNREFUSED');
  expect(lines).toHaveLength(4);
});

test('50 requests without a database log one stack trace', async () => {
  const admin = await anAdministrator(world);
  const away = await createTestApp({ beside: { ...world, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' }, log });
  const replies = await Promise.all(Array.from({ length: 50 }, () => as(away, admin).send(api.campaigns.list)));
  expect(replies.every(({ status }) => status === 503)).toBe(true);
  expect(lines.filter(({ msg }) => msg === 'the database is away')).toHaveLength(1);
  await away.close();
});

test('the cause is the code of the innermost error', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(causeOf(new AggregateError([refused]))).toBe('ECONNREFUSED');
  expect(causeOf(new Error('outer', { cause: refused }))).toBe('ECONNREFUSED');
  expect(causeOf(new TypeError('x'))).toBe('TypeError: x');
});
