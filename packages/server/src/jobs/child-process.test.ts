import { afterEach, expect, test, vi } from 'vitest';
import { runProgram, waitedForProcessor } from './child-process.ts';

afterEach(() => vi.unstubAllEnvs());

const PROGRAM = new URL('../../test/child-program.ts', import.meta.url);
const run = (input: object, silenceMs: number, waitedMs?: (pid: number) => number) => {
  const heard: unknown[] = [];
  const signal = new AbortController().signal;
  const onMessage = (message: unknown) => void heard.push(message);
  const watched = { silenceMs, ...(waitedMs && { waitedMs }) };
  return runProgram({ module: PROGRAM, input, signal, onMessage, memory: 64, ...watched }).then(() => heard);
};

// Concurrent, because they wait for seconds.
test.concurrent('kills a frozen process although the claim of its job is kept', async ({ expect }) => {
  await expect(run({ freeze: true, answer: 'nunca' }, 2_000)).rejects.toThrow('SIGKILL');
});

test.concurrent('does not kill one that works longer, and does not forward heartbeats', async ({ expect }) => {
  expect(await run({ answer: 'listo', lastMs: 3_000 }, 2_000)).toEqual([{ answer: 'listo' }]);
});

test.concurrent('silence while waiting for a CPU does not count', async ({ expect }) => {
  const began = Date.now();
  const starved = () => Date.now() - began;
  expect(await run({ answer: 'listo', silentMs: 4_500 }, 2_000, starved)).toEqual([{ answer: 'listo' }]);
  await expect(run({ answer: 'nunca', silentMs: 30_000 }, 2_000, () => 0)).rejects.toThrow('SIGKILL');
});

test('a failed start rejects and stops watching', async () => {
  const node = process.execPath;
  const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  try {
    process.execPath = '/no/such/program';
    await expect(run({ answer: 'nunca' }, 20_000)).rejects.toThrow('ENOENT');
    expect(begun).toHaveBeenCalledOnce();
    expect(ended).toHaveBeenCalledWith(begun.mock.results[0]!.value);
  } finally {
    process.execPath = node;
    vi.restoreAllMocks();
  }
});

test('reads how long an existing process waited', () => {
  expect(waitedForProcessor(process.pid)).toBeGreaterThan(0);
  expect(waitedForProcessor(2 ** 30)).toBe(0);
});

test('the child gets system variables and no secrets', async () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/ciudad/ca.pem');
  vi.stubEnv('PGSSLROOTCERT', '/etc/ciudad/raiz.pem');
  vi.stubEnv('https_proxy', 'http://proxy.ciudad:3128');
  vi.stubEnv('JWT_SECRET', 'secreto');
  vi.stubEnv('DATABASE_URL', 'postgres://base');
  const variables = ['NODE_EXTRA_CA_CERTS', 'PGSSLROOTCERT', 'https_proxy', 'JWT_SECRET', 'DATABASE_URL'];
  expect(await run({ variables }, 20_000)).toEqual([
    { answer: ['/etc/ciudad/ca.pem', '/etc/ciudad/raiz.pem', 'http://proxy.ciudad:3128', null, null] },
  ]);
});
