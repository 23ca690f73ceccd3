import { parentPort, workerData } from 'node:worker_threads';
import { uploadFile, type Upload } from './upload.ts';

const { url, token, path } = workerData as Upload;
parentPort?.postMessage(await uploadFile(url, token, path), []);
