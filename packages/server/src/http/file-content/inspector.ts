import type { FileKind } from '@campanero/contract/shared/files';
import { isTextTable } from './csv.ts';
import { isContentOf, type WholeKind } from './detect.ts';

/** Looks into a file on its way to the store (SEC-43, SEC-44). */
export interface Inspector {
  accepts(chunk: Buffer): Promise<boolean>;
  acceptsEnd(): Promise<boolean>;
}

/** A table of 500 MB is judged by its head as soon as that is there; everything else is a few megabytes and judged whole. */
export const createInspector = (kind: FileKind): Inspector =>
  kind === 'csv' ? inspectHead(64 * 1024, isTextTable) : inspectWhole(kind);

function inspectWhole(kind: WholeKind): Inspector {
  const kept: Buffer[] = [];
  return {
    accepts: async (chunk) => kept.push(chunk) > 0,
    acceptsEnd: () => isContentOf(kind, Buffer.concat(kept)),
  };
}

function inspectHead(length: number, isRight: (head: Buffer) => Promise<boolean>): Inspector {
  let head: Buffer[] = [];
  let seen = 0;
  const judge = () => {
    const whole = Buffer.concat(head).subarray(0, length);
    head = [];
    return isRight(whole);
  };
  return {
    async accepts(chunk) {
      if (seen >= length) return true;
      head.push(chunk);
      seen += chunk.length;
      return seen < length || judge();
    },
    acceptsEnd: async () => seen >= length || judge(),
  };
}
