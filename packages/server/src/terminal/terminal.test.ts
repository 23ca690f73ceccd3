import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../http/logging.ts';
import { createSteps, createTerminal } from './terminal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// eslint-disable-next-line no-control-regex
const uncoloured = (text: string) => text.replaceAll(/\u001B\[\d+m/g, '');

/** The written text and the lines as last drawn. */
function aScreen(columns = 100) {
  let written = '';
  const lines = () =>
    uncoloured(written)
      .split('\n')
      .map((line) => line.split('\r\u001B[2K').at(-1));
  return { columns, write: (text: string) => (written += text), written: () => written, lines };
}

/** A step that ends when the test says so. */
function aStep() {
  let end: (error?: Error) => void = () => {};
  const work = () =>
    new Promise<number>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve(3));
    });
  return { work, end: (error?: Error) => end(error) };
}

test('a slow step shows a spinner and seconds, and ends as one line', async () => {
  const screen = aScreen();
  const { work, end } = aStep();
  const ended = createTerminal(screen).runStep('Contando', work, (count) => `Contados: ${count}`);
  expect(screen.lines()).toEqual(['  ⠋ Contando…']);
  const seen = new Set<string | undefined>();
  for (let n = 0; n < 25; n += 1) {
    await vi.advanceTimersByTimeAsync(120);
    seen.add(screen.lines().at(-1));
  }
  expect(seen.size).toBeGreaterThan(9);
  expect(screen.lines().at(-1)).toMatch(/^ {2}. Contando… {2}3 s$/);
  end();
  expect(await ended).toBe(3);
  expect(screen.lines()).toEqual(['  ✓ Contados: 3  3 s', '']);
  const before = screen.written();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(screen.written()).toBe(before);
});

test('a failed step is named and rethrows', async () => {
  const screen = aScreen();
  const { work, end } = aStep();
  const ended = createTerminal(screen).runStep('Contando', work, String);
  end(new Error('no'));
  await expect(ended).rejects.toThrow('no');
  expect(screen.lines()).toEqual(['  ✗ Contando', '']);
});

test('during a step only warnings are shown; afterwards one line per event', async () => {
  const screen = aScreen(60);
  const terminal = createTerminal(screen);
  const log = createLogger('info', terminal);
  const { work, end } = aStep();
  const ended = terminal.runStep('Contando', work, () => 'Contado');
  log.info('migración aplicada: 0001_users.sql');
  log.error({ reason: 'sin memoria' }, 'PostgreSQL went down and is being started again');
  expect(screen.lines()).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d {2}PostgreSQL se detuvo y se inicia de nuevo {2}sin m…$/),
    expect.stringMatching(/^ {2}. Contando…$/),
  ]);
  end();
  await ended;
  const shown = screen.lines().length;
  const request = { method: 'GET', route: '/api/campaign', status: 200, ms: 12.3, userId: 7 };
  log.info(request, 'request');
  log.info({ ...request, route: '/assets/*' }, 'request');
  log.warn({ err: new Error('a\u001B[2Jb\nc') }, 'the database is away');
  log.info({ reason: 'SIGINT' }, 'stopping');
  const events = screen
    .lines()
    .slice(shown - 1, -1)
    .map((line) => line?.slice(10));
  expect(events).toEqual([
    '200 GET /api/campaign  12 ms  usuario 7',
    expect.stringMatching(/^La base de datos no responde {2}Error a \[2Jb c/),
    'Deteniendo…',
  ]);
  for (const line of screen.lines()) expect(line!.length).toBeLessThan(60);
});

test('without a terminal a step is two JSON lines', async () => {
  const lines: { msg: string; ms?: number }[] = [];
  const runStep = createSteps(undefined, pino({}, { write: (line) => lines.push(JSON.parse(line)) }));
  await runStep(
    'Contando',
    async () => 3,
    (count) => `Contados: ${count}`,
  );
  expect(lines.map(({ msg }) => msg)).toEqual(['Contando', 'Contados: 3']);
  expect(lines[1]?.ms).toBeTypeOf('number');
});
