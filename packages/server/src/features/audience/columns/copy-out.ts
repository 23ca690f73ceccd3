import { endianness } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** The signature, flags and the length of an extension that is not there. */
const HEADER_BYTES = 19;

/**
 * The one row of a query whose values are words of 64 bits behind each other, as the halves of them, higher first. Undefined
 * for null. Asked for in any other way they would come as text of twice their size.
 */
export async function copyOut(client: pg.Client, query: string): Promise<(Int32Array | undefined)[]> {
  const sent = await buffer(client.query(copyTo(`copy (${query}) to stdout (format binary)`)));
  const values: (Int32Array | undefined)[] = [];
  let at = HEADER_BYTES + 2;
  for (let left = sent.readInt16BE(HEADER_BYTES); left > 0; left -= 1) {
    const length = sent.readInt32BE(at);
    at += 4;
    values.push(length === -1 ? undefined : halvesOf(sent.subarray(at, at + length)));
    at += Math.max(0, length);
  }
  return values;
}

function halvesOf(bytes: Buffer): Int32Array {
  // Copied, because numbers stand at multiples of their size and these need not.
  const aligned = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(aligned);
  if (endianness() === 'LE') aligned.swap32();
  return new Int32Array(aligned.buffer, aligned.byteOffset, bytes.length / 4);
}
