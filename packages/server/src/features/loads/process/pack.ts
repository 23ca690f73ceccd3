/**
 * Valid rows on their way to the database, encoded as COPY wants them but for what only the whole file tells: which number and
 * which person came before. Plain memory, so that it changes threads without being copied.
 */
export interface Pack {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each row begins in `bytes`, and, one more, where the last ends. */
  starts: Uint32Array<ArrayBuffer>;
  /** The key of each row's person, in two halves. */
  keys: Int32Array<ArrayBuffer>;
  /** Some row names a contact of the phone dashboard. */
  hasOrion: boolean;
}

/** What of a pack is handed over instead of copied. */
export const memoryOf = ({ bytes, starts, keys }: Pack): ArrayBuffer[] => [bytes.buffer, starts.buffer, keys.buffer];
