import { parentPort, workerData } from 'node:worker_threads';
import { uploadFile, type Upload } from './upload.ts';

parentPort?.postMessage(await uploadFile(workerData as Upload), []);
