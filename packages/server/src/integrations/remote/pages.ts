import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BreakerOpen } from './breaker.ts';
import { RemoteFailure, InvalidRemoteAnswer } from './get-json.ts';
import { oneLine } from './person.ts';
import type { RemoteSystem } from './system.ts';

/** Requested and maximum rows per page. */
export const PAGE_SIZE = 1_000;
const PAGE_MAX_BYTES = 8 * 1024 * 1024;
/** Ten million rows: more counts as endless. */
const PAGES_MAX = 10_000;

/** Opaque start of the next page; null at the end. */
export const cursor = z
  .union([oneLine(500), z.number().int().transform(String)])
  .nullish()
  .transform((next) => next ?? null);

type RemotePage<T> = { rows: readonly T[]; next: string | null };

interface PagesOptions<T> {
  system: RemoteSystem;
  /** Null if the list cannot exist. */
  address: URL | null;
  read: (answer: unknown) => RemotePage<T>;
  /** Error for an unknown list. */
  unknown: () => Error;
}

/** On demand. A failed page is retried; a repeated cursor or an empty page with a next one ends the reading. */
export async function* readPages<T>(options: PagesOptions<T>): AsyncGenerator<readonly T[], void, void> {
  const { system, address, unknown } = options;
  if (!address) throw unknown();
  const seen = new Set<string>();
  let after: string | null = null;
  try {
    do {
      const page: RemotePage<T> | null = await requestWithRetries(options, pageAddress(address, after));
      if (!page) throw unknown();
      after = page.next;
      if (after !== null && page.rows.length === 0) throw new InvalidRemoteAnswer('an empty page that goes on');
      if (after !== null && seen.has(after)) throw new InvalidRemoteAnswer('a cursor that was there before');
      if (seen.size >= PAGES_MAX) throw new InvalidRemoteAnswer('a list without end');
      if (after !== null) seen.add(after);
      if (page.rows.length > 0) yield page.rows;
    } while (after !== null);
  } catch (error) {
    throw system.toAppError(error);
  }
}

function pageAddress(address: URL, after: string | null): URL {
  const url = new URL(address);
  if (after !== null) url.searchParams.set('after', after);
  url.searchParams.set('limit', String(PAGE_SIZE));
  return url;
}

async function requestWithRetries<T>({ system, read }: PagesOptions<T>, url: URL): Promise<RemotePage<T> | null> {
  const limits = { ...system.limits, maxBytes: PAGE_MAX_BYTES };
  for (let failed = 0; ; failed += 1)
    try {
      return await system.tryOnce(url, (answer) => (answer === null ? null : read(answer)), limits);
    } catch (error) {
      const pause = system.pausesMs[failed];
      if (pause === undefined || !isRetryable(error)) throw error;
      await sleep(pause);
    }
}

const isRetryable = (error: unknown) =>
  error instanceof BreakerOpen || (error instanceof RemoteFailure && !(error instanceof InvalidRemoteAnswer));
