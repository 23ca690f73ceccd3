import { api } from '@campanero/contract';
import { refreshListedJob } from '../src/call-store/write/index.ts';
import { attemptList } from '../src/features/block-lists/attempt-list.ts';
import { listWork } from '../src/features/block-lists/load-list.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { sendForm } from './forms.ts';
import { jobCtx } from './jobs.ts';

type Fields = Record<string, string | number>;
interface ListFile {
  name?: string;
  content: string | Uint8Array;
}

let lists = 0;
/** Uploads a file for a new list, or for the one that `fields` name. */
export function uploadList(
  world: TestApp,
  user: Pick<TestUser, 'token'>,
  { name = 'lista.csv', content }: ListFile,
  fields: Fields = {},
  headers: Record<string, string> = {},
) {
  const asNew: Fields = 'listId' in fields ? {} : { name: `Lista ${(lists += 1)}`, kind: 'CITY' };
  const files = [{ name, content: Buffer.from(content), type: 'text/csv', field: 'list[]' }];
  const sent = { ...asNew, origin: 'Mesa de entradas', dated: '2026-03-01', ...fields };
  return sendForm(world, user, api.blockLists.upload, { fields: sent, files }, headers);
}

/** In-process: fast, and with the test's clock. */
export const runListLoad = (world: TestApp, loadId: number) =>
  listWork.run(jobCtx(world), loadId, (ctx, attempt) => attemptList(ctx, attempt));

/** A completely loaded list. */
export async function aBlockList(
  world: TestApp,
  user: Pick<TestUser, 'token'>,
  numbers: readonly (string | number)[],
  fields: Fields = {},
): Promise<{ id: number; loadId: number; name: string }> {
  const reply = await uploadList(world, user, { content: numbers.join('\n') }, fields);
  if (reply.status !== 202) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  await runListLoad(world, reply.body.lastLoad.id);
  return { id: reply.body.id, loadId: reply.body.lastLoad.id, name: reply.body.name };
}

/** Runs the enqueued refresh jobs. */
export async function refreshListed(world: TestApp): Promise<number> {
  const asked = world.enqueued.filter(({ name }) => name === refreshListedJob.name);
  for (const job of asked) {
    await refreshListedJob.handler(jobCtx(world), job.payload as { campaignId: number });
    world.enqueued.splice(world.enqueued.indexOf(job), 1);
  }
  return asked.length;
}

export const obey = (world: TestApp, campaignId: number) =>
  world.db.updateTable('campaign').set({ obeysLists: true }).where('id', '=', campaignId).execute();
