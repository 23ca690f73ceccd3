import { createHash } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { mkdtemp, rm, mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFailures } from '../../work/metrics.ts';
import type { FileStore } from './port.ts';
import { sweepSpool } from './spool.ts';
import { createFileStore } from './store.ts';

let folder: string;
const objects = new Map<string, Buffer>();

/** A minimal S3. */
const bucket = createServer(async (request: IncomingMessage, response) => {
  const { method, url = '' } = request;
  const { pathname: name, searchParams } = new URL(url, 'http://s3');
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return response.writeHead(403).end();
  if (method === 'PUT') {
    objects.set(name, await buffer(request));
    return response.writeHead(200, { etag: '"e"' }).end();
  }
  if (method === 'DELETE') {
    objects.delete(name);
    return response.writeHead(204).end();
  }
  if (searchParams.get('list-type') === '2') return response.writeHead(200).end(listing(searchParams));
  const found = objects.get(name);
  if (!found) return response.writeHead(404).end();
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from) {
    const part = found.subarray(Number(from), Number(to) + 1);
    return response.writeHead(206, { 'content-length': part.length }).end(part);
  }
  return response.writeHead(200, { 'content-length': found.length }).end(method === 'HEAD' ? undefined : found);
});

/** One object per page, to test paging. */
function listing(asked: URLSearchParams): string {
  const keys = [...objects.keys()].map((name) => name.slice('/archivos/'.length));
  const at = Number(asked.get('continuation-token') ?? 0);
  const hasMore = at + 1 < keys.length;
  const contents = keys.slice(at, at + 1).map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${contents.join('')}
    ${hasMore ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

const stores: Record<string, FileStore> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campanero-files-'));
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const { port } = bucket.address() as AddressInfo;
  stores['disk'] = createFileStore({ dataDir: folder, storageUrl: undefined });
  stores['S3'] = createFileStore({
    dataDir: folder,
    storageUrl: `s3://key:se%2Fcret@127.0.0.1:${port}/archivos?region=sa-east-1&insecure=true`,
  });
});
afterAll(async () => {
  bucket.closeAllConnections();
  await new Promise((resolve) => bucket.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe.each(['disk', 'S3'])('files on %s', (name) => {
  const store = () => stores[name] as FileStore;
  const roomy = { maxBytes: 1_000_000 };

  test('lists the keys of all files', async () => {
    const stored = await Promise.all(['a', 'b', 'c'].map((content) => store().put(Readable.from([content]), roomy)));
    const listed: string[] = [];
    for await (const key of store().list()) listed.push(key);
    expect(listed.toSorted()).toEqual(expect.arrayContaining(stored.map(({ key }) => key).toSorted()));
    await store().remove(stored[0]!.key);
    const left: string[] = [];
    for await (const key of store().list()) left.push(key);
    expect(left.toSorted()).toEqual(listed.toSorted().filter((key) => key !== stored[0]!.key));
  });

  test('round trip with size and hash', async () => {
    const content = Buffer.from('uno;dos\r\nñandú;3\r\n'.repeat(10_000));
    const stored = await store().put(Readable.from([content.subarray(0, 7), content.subarray(7)]), roomy);
    expect(stored).toEqual({
      key: stored.key,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect((await buffer(await store().get(stored.key))).equals(content)).toBe(true);
    expect(await store().exists(stored.key)).toBe(true);
  });

  test('reads a range; NOT_FOUND for a missing file', async () => {
    const { key } = await store().put(Readable.from([Buffer.from('0123456789')]), roomy);
    expect(await text(await store().getRange(key, 3, 4))).toBe('3456');
    await store().remove(key);
    await expect(store().getRange(key, 0, 1)).rejects.toMatchObject({ error: 'NOT_FOUND' });
  });

  test('accepts a file of exactly the limit, refuses one byte more', async () => {
    const before = await count();
    await store().put(Readable.from([Buffer.alloc(100)]), { maxBytes: 100 });
    await expect(
      store().put(Readable.from([Buffer.alloc(60), Buffer.alloc(41)]), { maxBytes: 100 }),
    ).rejects.toMatchObject({ error: 'TOO_LARGE' });
    expect(await count()).toBe(before + 1);
  });

  test('an aborted upload leaves nothing', async () => {
    const before = await count();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(10);
        throw new Error('aborted');
      })(),
    );
    await expect(store().put(broken, roomy)).rejects.toThrow('aborted');
    expect(await count()).toBe(before);
  });

  test('remove is idempotent', async () => {
    const { key } = await store().put(Readable.from(['x']), roomy);
    await store().remove(key);
    await store().remove(key);
    expect(await store().exists(key)).toBe(false);
    await expect(store().get(key)).rejects.toMatchObject({ error: 'NOT_FOUND' });
  });

  test.each(['../../etc/passwd', '/etc/passwd', '..%2f..%2fetc', 'incoming', '', '.', 'a'.repeat(36)])(
    'no key leads out of the store: %s',
    async (key) => {
      await writeFile(join(folder, 'outside'), 'secret');
      await expect(store().get(key)).rejects.toMatchObject({ error: 'NOT_FOUND' });
      expect(await store().exists(key)).toBe(false);
      await store().remove(key);
      expect((await stat(join(folder, 'outside'))).isFile()).toBe(true);
    },
  );

  /** All files of the store, partial ones included. */
  const count = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.filter((each) => each.isFile() && each.name !== 'outside').length + objects.size;
  };
});

test('unreachable storage is one error with its reason, and counted', async () => {
  const before = await readFailures();
  const away = createFileStore({ dataDir: folder, storageUrl: 's3://k:s@127.0.0.1:1/b?insecure=true' });
  const refusal = { error: 'STORAGE_UNAVAILABLE', cause: expect.any(Error) };
  const key = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
  await expect(away.put(Readable.from('x'), { maxBytes: 10 })).rejects.toMatchObject(refusal);
  await expect(away.get(key)).rejects.toMatchObject(refusal);
  await expect(away.getRange(key, 0, 1)).rejects.toMatchObject(refusal);
  await expect(away.remove(key)).rejects.toMatchObject(refusal);
  expect(await readFailures()).toBe(before + 4);
});

test('sweeps partial files after three hours', async () => {
  const incoming = join(folder, 'sweep');
  await mkdir(incoming);
  const now = new Date();
  for (const [file, hours] of [
    ['old.part', 4],
    ['young.part', 1],
  ] as const) {
    await writeFile(join(incoming, file), 'x');
    const when = new Date(now.getTime() - hours * 3_600_000);
    await utimes(join(incoming, file), when, when);
  }
  await sweepSpool(incoming, now);
  expect(await readdir(incoming)).toEqual(['young.part']);
});

test('files are private', async () => {
  const { key } = await (stores['disk'] as FileStore).put(Readable.from(['x']), { maxBytes: 10 });
  const path = join(folder, 'files', key.slice(0, 2), key.slice(2, 4), key);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await text(await (stores['disk'] as FileStore).get(key))).toBe('x');
});
