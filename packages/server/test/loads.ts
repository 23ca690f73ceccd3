import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { loadWork } from '../src/features/loads/load-audience.ts';
import type { RunAttempt } from '../src/jobs/child-task.ts';
import type { Attempt } from '../src/work/attempts.ts';
import type { LoadTuning, Step } from '../src/call-store/load/index.ts';
import { attemptLoad } from '../src/features/loads/attempt-load.ts';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { sendForm, type FilePart } from './forms.ts';
import { jobCtx } from './jobs.ts';

/** For tests that read a source without a load. */
export { createNumbering } from '../src/call-store/load/numbering.ts';

type CsvFile = { name?: string; content: string | Uint8Array };

export const csvParts = (files: readonly CsvFile[]): FilePart[] =>
  files.map(({ name = 'audiencia.csv', content }) => ({
    name,
    content: Buffer.from(content),
    type: 'text/csv',
    field: 'audience[]',
  }));

export const upload = (
  world: TestApp,
  user: Pick<TestUser, 'token'>,
  campaignId: number,
  files: readonly CsvFile[],
  query: Record<string, string | number> = {},
  fields: Record<string, string> = {},
) => sendForm(world, user, api.loads.upload, { params: { id: campaignId }, query, fields, files: csvParts(files) });

interface LoadOptions {
  tuning?: Partial<LoadTuning>;
  onStep?: (step: Step) => void | Promise<void>;
}

/** In-process: fast, and with the test's clock. */
export const performHere =
  ({ tuning, onStep }: LoadOptions = {}): RunAttempt<Attempt> =>
  (ctx, attempt) =>
    attemptLoad(ctx, { ...attempt, tuning }, { onStep: (step) => void onStep?.(step) });

export const runLoad = (world: TestApp, loadId: number, options: LoadOptions = {}) =>
  loadWork.run(jobCtx(world), loadId, performHere(options));

/** Uploads and loads; returns the report. */
export async function loadFiles(
  world: TestApp,
  user: Pick<TestUser, 'token'>,
  campaignId: number,
  files: readonly CsvFile[],
  options: LoadOptions & { query?: Record<string, string | number>; fields?: Record<string, string> } = {},
) {
  const accepted = await upload(world, user, campaignId, files, options.query, options.fields);
  if (accepted.status !== 202) throw new Error(`refused: ${JSON.stringify(accepted.body)}`);
  await runLoad(world, accepted.body.id, options);
  return reportOf(world, user, campaignId);
}

export const reportOf = async (world: TestApp, user: Pick<TestUser, 'token'>, campaignId: number) =>
  (await as(world, user).call(api.loads.last, { params: { id: campaignId } })).body;

/** Calls with their persons, in load order. */
export async function callsOf(world: TestApp, campaignId: number) {
  const { rows } = await sql<{
    id: number;
    number: string;
    personId: number;
    name: string;
    document: string | null;
    blocked: boolean;
  }>`
    select call.id, call.number::text as number, call.person_id as "personId",
      trim(person.first_name || ' ' || person.last_name) as name, person.document, call.blocked
    from call join person on person.id = call.person_id where call.campaign_id = ${campaignId} order by call.id`.execute(
    world.db,
  );
  return rows;
}

/** Staging tables, detached partitions and files, none of which a load may leave. */
export async function leftovers(world: TestApp) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and (relname ~ '^load_(row|no_call|known|fill)_' or relname ~ '^(call|person|person_phone)_b[0-9]{7}' and not relispartition)
    union all select 'file ' || file_key from audience_load_file where file_key is not null order by 1`.execute(
    world.db,
  );
  return rows.map(({ name }) => name);
}
