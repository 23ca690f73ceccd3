import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';

const BOUNDARY = '----campanero-bench';

/** A file as a browser sends it, streamed from disk. */
export async function uploadFile(url: string, token: string, path: string): Promise<{ status: number; body: unknown }> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="audience[]"; filename="audiencia.csv"\r\ncontent-type: text/csv\r\n\r\n`,
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
  const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
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
