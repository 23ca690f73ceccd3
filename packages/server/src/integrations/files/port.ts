import type { Readable } from 'node:stream';
import type { FileType } from '@campanero/contract/shared/files';
import { randomUUID } from 'node:crypto';

export interface StoredFile {
  /** Made by the server, opaque: the only way to read the file again. Never built from anything a client sent. */
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** An uploaded file: received as a whole, checked to be what its name says, and in the store. */
export interface UploadedFile extends StoredFile {
  originalName: string;
  contentType: FileType;
}

/** Where uploads and exports live: a folder of DATA_DIR or an S3 bucket, the same to its callers. */
export interface FileStore {
  /**
   * Stores the whole stream or nothing; one byte more than maxBytes is TOO_LARGE, whatever Content-Length said. `onKey` is told
   * the key before there is a file under it; if it fails, there will be none.
   */
  put(source: Readable, limits: { maxBytes: number; onKey?: (key: string) => Promise<unknown> }): Promise<StoredFile>;
  /** NOT_FOUND when there is no such file. */
  get(key: string): Promise<Readable>;
  /** A part of the file, which must have that many bytes. NOT_FOUND when there is no such file. */
  getRange(key: string, start: number, length: number): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** The keys of all stored files, in no order. Those that are being received are not among them. */
  list(): AsyncIterable<string>;
  /** Room on the disk that uploads pass through, whichever store they end in. */
  freeBytes(): Promise<number>;
  /** Removing a missing file is no error, so that a job can be repeated. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const createKey = (): string => randomUUID();

export const isKey = (name: string): boolean => KEY.test(name);

/** `3f/a1/3fa1…`: two levels, so that no folder grows without end. Anything that is no key of ours has no place. */
export function pathOfKey(key: string): string | null {
  return isKey(key) ? `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}` : null;
}
