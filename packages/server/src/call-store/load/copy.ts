import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { lowerPriorityOfBackend } from '../../db/low-priority.ts';

/** A connection outside the pool: for COPY, and for locks that outlast a transaction. Closed when the load is aborted. */
export async function withClient<T>(
  { databaseUrl, abort }: { databaseUrl: string; abort: AbortController },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'campanero load',
    // What it writes goes to the disk as it comes: gathered up until a checkpoint asks for it, it would hold up others' commits.
    options: '-c client_connection_check_interval=1s -c backend_flush_after=1MB',
  });
  // The query under way reports it.
  client.on('error', () => {});
  await client.connect();
  await lowerPriorityOfBackend(client);
  const giveUp = () => void client.end().catch(() => {});
  abort.signal.addEventListener('abort', giveUp);
  try {
    return await use(client);
  } finally {
    abort.signal.removeEventListener('abort', giveUp);
    await client.end().catch(() => {});
  }
}

/** Rows on their way into a table, in one statement: all of them or, if anything breaks, none. */
export interface CopyStream {
  write(chunk: Uint8Array | string): Promise<void>;
  end(): Promise<void>;
  /** Gives up: nothing of it remains. */
  destroy(): void;
}

export function openCopy(client: pg.ClientBase, statement: string): CopyStream {
  const stream: Writable = client.query(copyFrom(statement));
  let wake = () => {};
  // Thrown by the next write() or end(): a connection that is gone never drains, and closes nothing.
  let broken: Error | undefined;
  stream.on('error', (error: Error) => {
    broken = error;
    wake();
  });
  stream.on('drain', () => wake());
  stream.on('close', () => wake());
  const untilDrained = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    async write(chunk) {
      if (broken) throw broken;
      if (chunk.length > 0 && !stream.write(chunk)) await untilDrained();
      if (broken) throw broken;
    },
    async end() {
      if (broken) throw broken;
      stream.end();
      await finished(stream);
    },
    destroy: () => void stream.destroy(new Error('given up')),
  };
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in COPY's text format. */
export function copyText(value: string): string {
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!) : value;
}

/** A text[] in COPY's text format; NUL, which PostgreSQL cannot store, as the sign for an unknown character. */
export function copyArray(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\0', '\uFFFD').replace(/["\\]/g, String.raw`\$&`)}"`);
  return copyText(`{${quoted.join(',')}}`);
}
