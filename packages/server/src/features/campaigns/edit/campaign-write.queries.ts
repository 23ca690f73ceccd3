import type { Updateable } from 'kysely';
import { asBigint, hasWritten, selectColumn, type Trx } from '../../../db/index.ts';
import type { Campaign } from '../../../db/schema.gen.ts';
import type { UploadedFile } from '../../../integrations/files/port.ts';
import { adoptFiles } from '../../../work/orphan-files.ts';
import { type Viewer, visibleTo } from '../../../call-store/reach.ts';
import { updateVersioned } from '../../../work/version.ts';

/** SQL null, not JSON null, for a campaign without its own rules. */
export const jsonOf = (rules: unknown) => (rules === null ? null : JSON.stringify(rules));

export const updateCampaignRow = (trx: Trx, id: number, values: Updateable<Campaign>, now: Date) =>
  updateVersioned(trx, 'campaign', id, { ...values, updatedAt: now });

/** Undefined when the viewer may not see the campaign. */
export const findForEdit = (trx: Trx, viewer: Viewer, id: number) =>
  trx.selectFrom('campaign').selectAll().where('id', '=', asBigint(id)).where(visibleTo(viewer)).executeTakeFirst();
export type EditableCampaign = NonNullable<Awaited<ReturnType<typeof findForEdit>>>;

export const listOperatorIds = async (trx: Trx, campaignId: number) =>
  new Set(await selectColumn<number>(trx)`select user_id from campaign_operator where campaign_id = ${campaignId}`);

export const insertOperators = (trx: Trx, campaignId: number, ids: readonly number[], now: Date) =>
  hasWritten(trx)`
    insert into campaign_operator (campaign_id, user_id, created_at)
    select ${campaignId}, id, ${now} from unnest(${ids}::int[]) as id order by id on conflict do nothing`;

export const deleteOperators = (trx: Trx, campaignId: number, ids: readonly number[]) =>
  hasWritten(trx)`delete from campaign_operator where campaign_id = ${campaignId} and user_id = any(${ids}::int[])`;

export const listStateIds = async (trx: Trx, campaignId: number) =>
  new Set(await selectColumn<number>(trx)`select state_id from campaign_state where campaign_id = ${campaignId}`);

export async function replaceStates(trx: Trx, campaignId: number, ids: readonly number[]): Promise<void> {
  await hasWritten(trx)`
    delete from campaign_state where campaign_id = ${campaignId} and state_id <> all(${ids}::int[])`;
  await hasWritten(trx)`
    insert into campaign_state (campaign_id, state_id)
    select ${campaignId}, id from unnest(${ids}::int[]) as id order by id on conflict do nothing`;
}

export const listScripts = (trx: Trx, campaignId: number) =>
  trx
    .selectFrom('script')
    .select(['id', 'originalName', 'fileKey', 'contentType', 'bytes'])
    .where('campaignId', '=', campaignId)
    .orderBy('id')
    .execute();

export async function insertScripts(
  trx: Trx,
  campaignId: number,
  files: readonly UploadedFile[],
  by: { userId: number; now: Date },
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ key, sha256, originalName, contentType, bytes }) => ({
    campaignId,
    originalName,
    fileKey: key,
    contentType,
    bytes,
    sha256: Buffer.from(sha256, 'hex'),
    createdBy: by.userId,
    createdAt: by.now,
  }));
  await trx.insertInto('script').values(rows).execute();
  const keys = files.map(({ key }) => key);
  await adoptFiles(trx, keys);
}

export const deleteScripts = (trx: Trx, ids: readonly number[]) =>
  hasWritten(trx)`delete from script where id = any(${ids}::int[])`;
