import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

const BOUNDARY = '----campanero-bench';

export interface Upload {
  url: string;
  token: string;
  path: string;
  /** The field that holds the file, and those before it. */
  field?: string;
  fields?: Record<string, string>;
}
interface Answer {
  status: number;
  body: unknown;
}

/** In a thread of its own, so that sending the file does not disturb what is measured. */
export const uploadAside = (upload: Upload): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sender = new Worker(new URL('./upload-thread.ts', import.meta.url), { workerData: upload });
    sender.once('message', resolve).once('error', reject);
  });

/** A file as a browser sends it, streamed from disk. */
export async function uploadFile({ url, token, path, field = 'audience[]', fields = {} }: Upload): Promise<Answer> {
  const part = (name: string, rest: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${rest}`;
  const head = Buffer.from(
    [
      ...Object.entries(fields).map(([name, value]) => part(name, `\r\n\r\n${value}\r\n`)),
      part(field, `; filename="${basename(path)}"\r\ncontent-type: application/octet-stream\r\n\r\n`),
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const sent = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + statSync(path).size + tail.length,
    },
  });
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) =>
      json(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject),
    );
  });
  await pipeline(async function* () {
    yield head;
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
    yield tail;
  }, sent);
  return answered;
}
