import { parentPort, workerData } from 'node:worker_threads';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { memoryOf } from '../../../call-store/row-encoder.ts';
import type { ThreadAnswer } from './file-reader.ts';
import { createReading, type ReadingStep } from './reading.ts';

/** Worker thread started by file-reader.ts: one answer per step. */
const read = createReading(workerData as PlaceRules);
const answer = (content: ThreadAnswer, memory: ArrayBuffer[] = []) => parentPort?.postMessage(content, memory);

parentPort?.on('message', (step: ReadingStep) => {
  try {
    const reading = read(step);
    answer({ reading }, memoryOf(reading.pack));
  } catch (error) {
    // Classes are not preserved by structured clone, so the fields are sent.
    if (!(error instanceof WorkbookFault)) throw error;
    answer({ refusal: error.refusal, detail: error.message });
  }
});
