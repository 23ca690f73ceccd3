import { parentPort, workerData } from 'node:worker_threads';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { memoryOf } from '../pack.ts';
import { createReading } from './reading.ts';

/** The program of the thread that file-reader.ts starts: each message is a piece of a file, null its end. */
const reading = createReading(workerData as PlaceRules);
parentPort?.on('message', (piece: Uint8Array | null) => {
  const read = piece === null ? reading.end() : reading.push(piece);
  parentPort?.postMessage(read, memoryOf(read.pack));
});
