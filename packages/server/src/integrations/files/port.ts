import type { Readable } from 'node:stream';
import type { FileType } from '@campanero/contract/shared/files';

export interface StoredFile {
  /** Made by the server, opaque: the only way to ask for the file again. Never built from anything a person sent. */
  key: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** A file that somebody sent: received whole, what its name says it is, and in the store. */
export interface UploadedFile extends StoredFile {
  originalName: string;
  contentType: FileType;
}

/** Where uploads and exports live: a folder of DATA_DIR or an S3 bucket, the same to its callers (SEC-45). */
export interface FileStore {
  /** Streams to the end or leaves nothing behind; one byte more than maxBytes is TOO_LARGE, whatever Content-Length said. */
  put(source: Readable, limits: { maxBytes: number }): Promise<StoredFile>;
  /** NOT_FOUND when there is no such file. */
  get(key: string): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Room on the disk that uploads pass through, whichever store they end in. */
  freeBytes(): Promise<number>;
  /** Removing what is not there is no error, so that a repeated job can. */
  remove(key: string): Promise<void>;
}
