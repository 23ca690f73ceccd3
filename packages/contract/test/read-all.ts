import { createAudienceReader } from '../src/loads/csv/audience-reader.ts';
import type { AudienceReader } from '../src/loads/csv/audience-reader.ts';
import { places } from './places.ts';
import type { Batch } from '../src/loads/csv/record-reader.ts';

/** A whole file in chunks of the given sizes, repeated; without sizes in one piece. */
export function readAll(bytes: Uint8Array, sizes: readonly number[] = [bytes.length || 1]) {
  const reader: AudienceReader = createAudienceReader({ places, today: '2026-06-15' });
  const all: Batch = { rows: [], rejected: [] };
  const add = ({ rows, rejected }: Batch) => {
    all.rows.push(...rows);
    all.rejected.push(...rejected);
  };
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    add(reader.push(bytes.slice(at, at + size)));
    at += size;
  }
  add(reader.end());
  return { ...all, shape: reader.shape() };
}

export const readText = (text: string) => readAll(new TextEncoder().encode(text));
