import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** One COPY statement: all rows or none. */
export type CopyStream = { write(chunk: Uint8Array | string): Promise<void>; end(): Promise<void>; destroy(): void };

export function openCopy(client: pg.ClientBase, statement: string): CopyStream {
  const stream: Writable = client.query(copyFrom(statement));
  let wake = () => {};
  // Thrown by the next write() or end(): a broken connection never drains nor closes.
  let broken: Error | undefined;
  stream.on('error', (error: Error) => {
    broken = error;
    wake();
  });
  stream.on('drain', () => wake());
  stream.on('close', () => wake());
  const untilDrained = () => new Promise<void>((resolve) => (wake = resolve));
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
    destroy: () => void stream.destroy(new Error('aborted')),
  };
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

export function copyText(value: string): string {
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign]!) : value;
}

/** text[] in COPY's text format; NUL, which PostgreSQL cannot store, becomes U+FFFD. */
export function copyArray(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\0', '\uFFFD').replace(/["\\]/g, String.raw`\$&`)}"`);
  return copyText(`{${quoted.join(',')}}`);
}
