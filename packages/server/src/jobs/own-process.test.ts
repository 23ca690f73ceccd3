import { expect, test } from 'vitest';
import { runInOwnProcess } from './own-process.ts';

const PROGRAM = new URL('../../test/own-program.ts', import.meta.url);
const run = (input: object, silenceMs: number) => {
  const heard: unknown[] = [];
  const signal = new AbortController().signal;
  const onMessage = (message: unknown) => void heard.push(message);
  return runInOwnProcess({ module: PROGRAM, input, signal, onMessage, memory: 64, silenceMs }).then(() => heard);
};

test('a process that stands still is ended, however well its claim is kept', async () => {
  await expect(run({ freeze: true, answer: 'nunca' }, 2_000)).rejects.toThrow('SIGKILL');
});

test('one that only takes longer than the silence it may keep is not, and its pulse is nobody’s business', async () => {
  expect(await run({ answer: 'listo', lastMs: 3_000 }, 2_000)).toEqual([{ answer: 'listo' }]);
});
