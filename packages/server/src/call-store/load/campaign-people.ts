import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { withClient } from '../../db/dedicated-client.ts';
import type { Db } from '../../db/client.ts';
import { lockBlocking } from '../locks.ts';
import type { CampaignCalls } from '../read/page.ts';
import type { CallQuery } from '../read/resolve-filter.ts';
import { streamPeople } from '../read/stream.ts';
import type { Viewer } from '../reach.ts';

interface CampaignPeople {
  db: Db;
  databaseUrl: string;
  signal: AbortSignal;
  viewer: Viewer;
  audience: CampaignCalls;
  query: CallQuery;
}

/** Of a CSV with header; `taken`: the part of the campaign read by its end, 0 to 1. */
type PeopleChunk = { chunk: Buffer; taken: number };

// One snapshot: a call that changes its state while it is read is neither left out nor read twice. Erasures that began before this load
// was `working` do not know of it (listOpenLoads): the snapshot begins after they have ended.
export function streamCampaignPeople({ databaseUrl, signal, ...people }: CampaignPeople): AsyncIterable<PeopleChunk> {
  const chunks = new PassThrough({ objectMode: true });
  withClient({ databaseUrl, abort: { signal } }, (client) => pipeline(readPeople(client, people), chunks)).catch(
    (error) => chunks.destroy(error as Error),
  );
  return chunks;
}

type People = Omit<CampaignPeople, 'databaseUrl' | 'signal'>;

async function* readPeople(client: pg.Client, { db, ...asked }: People): AsyncGenerator<PeopleChunk> {
  await db.transaction().execute(lockBlocking);
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const { header, pieces } = await streamPeople({ client, db }, asked);
  yield { chunk: Buffer.from(csvLine(header)), taken: 0 };
  for await (const { csv, done } of pieces) if (csv.length > 0) yield { chunk: Buffer.from(csv), taken: done };
  await client.query('commit');
}
