import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { WorkbookFault, type WorkbookRefusal } from '@campanero/contract/loads/xlsx/workbook-fault';
import { Worker } from 'node:worker_threads';
import { createReading, type Reading, type ReadingStep } from './reading.ts';

/** Reads files one after the other; answers come in the order of the steps. */
export interface FileReader {
  /** The memory of a piece may go to another thread: the caller must not use it any more. */
  take(step: ReadingStep): Promise<Reading>;
  close(): Promise<void>;
}

/** The caller may await it later than it fails: until then it must not count as unhandled. */
function awaitedLater<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}

/** In this thread: for small files, for which starting another would take longer than reading. */
export function readInPlace(places: PlaceRules): FileReader {
  const read = createReading(places);
  return { take: (step) => awaitedLater((async () => read(step))()), close: async () => {} };
}

/** What the thread answers to a step. */
export type ThreadAnswer = { reading: Reading } | { refusal: WorkbookRefusal; detail: string };

const PROGRAM = new URL('./reading-thread.ts', import.meta.url);
/** Megabytes of heap, for the text on its way; the texts that cells share are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };

/** In a thread of its own: reading takes longest, and numbering and sending go on meanwhile. */
export function readInThread(places: PlaceRules): FileReader {
  const thread = new Worker(PROGRAM, { workerData: places, execArgv: [], resourceLimits: LIMITS });
  const asked: PromiseWithResolvers<Reading>[] = [];
  let broken: Error | undefined;
  const giveUp = (error: Error) => {
    broken ??= error;
    for (const { reject } of asked.splice(0)) reject(broken);
  };
  thread.on('message', (answer: ThreadAnswer) => {
    const waiting = asked.shift();
    if ('reading' in answer) waiting?.resolve(answer.reading);
    else waiting?.reject(new WorkbookFault(answer.refusal, answer.detail));
  });
  thread.on('error', giveUp);
  thread.on('exit', () => giveUp(new Error('the reading thread has ended')));

  return {
    take(step) {
      if (broken) return Promise.reject(broken);
      const answer = Promise.withResolvers<Reading>();
      asked.push(answer);
      thread.postMessage(step, 'piece' in step ? [step.piece.buffer] : []);
      return awaitedLater(answer.promise);
    },
    close: async () => void (await thread.terminate()),
  };
}
