import type { FileKind } from '@campanero/contract/shared/files';
import { isTextTable } from './csv.ts';
import { faultOf, type ContentFault, type WholeKind } from './detect.ts';

/** Looks into a file on its way to the store (SEC-43, SEC-44). */
interface Inspector {
  /** Null: go on. */
  faultIn(chunk: Buffer): Promise<ContentFault | null>;
  faultAtEnd(): Promise<ContentFault | null>;
}

/** A table of 500 MB is judged by its head as soon as that is there; everything else is a few megabytes and judged whole. */
export const createInspector = (kind: FileKind): Inspector =>
  kind === 'csv' ? inspectHead(64 * 1024, isTextTable) : inspectWhole(kind);

function inspectWhole(kind: WholeKind): Inspector {
  const kept: Buffer[] = [];
  return {
    async faultIn(chunk) {
      kept.push(chunk);
      return null;
    },
    faultAtEnd: () => faultOf(kind, Buffer.concat(kept)),
  };
}

function inspectHead(length: number, isRight: (head: Buffer) => Promise<boolean>): Inspector {
  let head: Buffer[] = [];
  let seen = 0;
  const judge = async () => {
    const whole = Buffer.concat(head).subarray(0, length);
    head = [];
    return (await isRight(whole)) ? null : 'FILE_TYPE';
  };
  return {
    async faultIn(chunk) {
      if (seen >= length) return null;
      head.push(chunk);
      seen += chunk.length;
      return seen < length ? null : judge();
    },
    faultAtEnd: async () => (seen >= length ? null : judge()),
  };
}
