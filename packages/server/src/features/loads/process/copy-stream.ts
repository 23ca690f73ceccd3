import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Rows on their way into a table, in one statement: all of them or, if anything breaks, none. */
export interface CopyStream {
  write(chunk: Buffer | string): Promise<void>;
  end(): Promise<void>;
  /** Gives up: nothing of it remains. */
  destroy(): void;
}

export function openCopy(client: pg.ClientBase, statement: string): CopyStream {
  const stream: Writable = client.query(copyFrom(statement));
  let wake = () => {};
  // Told by whichever of write() and end() comes next, or waits: a connection that is gone never drains, and closes nothing.
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
