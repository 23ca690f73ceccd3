import { parentPort, workerData } from 'node:worker_threads';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { memoryOf } from '../../../call-store/load/row-encoder.ts';
import { createReading } from './reading.ts';

/** The program of the thread that file-reader.ts starts. Each message is a piece of a file; null is its end. */
const reading = createReading(workerData as PlaceRules);
parentPort?.on('message', (piece: Uint8Array | null) => {
  const read = piece === null ? reading.end() : reading.push(piece);
  parentPort?.postMessage(read, memoryOf(read.pack));
});
