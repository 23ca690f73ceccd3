import { parentPort, workerData } from 'node:worker_threads';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { memoryOf } from '../../../call-store/row-encoder.ts';
import type { ThreadAnswer } from './file-reader.ts';
import { createReading, type ReadingStep } from './reading.ts';

/** The program of the thread that file-reader.ts starts: each message is a step, and gets one answer. */
const read = createReading(workerData as PlaceRules);
const answer = (content: ThreadAnswer, memory: ArrayBuffer[] = []) => parentPort?.postMessage(content, memory);

parentPort?.on('message', (step: ReadingStep) => {
  try {
    const reading = read(step);
    answer({ reading }, memoryOf(reading.pack));
  } catch (error) {
    // A class does not survive the way between threads, what it says does.
    if (!(error instanceof WorkbookFault)) throw error;
    answer({ refusal: error.refusal, detail: error.message });
  }
});
