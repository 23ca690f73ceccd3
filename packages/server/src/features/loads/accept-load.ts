import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import type { LoadOptions, SheetChoice } from '@campanero/contract/loads/schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { describeTable } from '../../integrations/files/zip-access.ts';
import { AppError, found, type SignedCtx, transact } from '../../work/index.ts';
import { findVisibleStatus, isStoredKey } from '../campaigns/status/stage.queries.ts';
import { type LoadOrigin, startLoad } from './start-load.ts';

const acceptLoad = (ctx: SignedCtx, campaignId: number, origin: LoadOrigin, options: LoadOptions) =>
  transact(ctx, async (work) => {
    const { id, record } = await startLoad(work, campaignId, origin, options);
    await work.audit(record);
    return { id, status: 'CARGANDO AUDIENCIA' as const };
  });

/** One or two stored files; rows are read by the job. */
export async function uploadAudience(
  ctx: SignedCtx,
  campaignId: number,
  { files, sheets }: { files: readonly UploadedFile[]; sheets: SheetChoice },
  options: LoadOptions,
) {
  if (files.length === 0) throw new AppError('NO_FILE');
  const chosen = [sheets.sheet1, sheets.sheet2];
  const described = await Promise.all(
    files.map(async (file, place) => ({ ...file, ...(await describeTable(ctx.files, file, chosen[place])) })),
  );
  return acceptLoad(ctx, campaignId, { source: 'csv', files: described }, options);
}

/** Before the body is sent; checked again under the lock. A retry of an accepted upload passes to get the first answer. */
export async function precheckUpload(ctx: SignedCtx, campaignId: number, idempotencyKey: unknown): Promise<void> {
  const refusal = loadRefusalIn(found(await findVisibleStatus(ctx.db, ctx.actor, campaignId, ctx.clock())));
  if (refusal === null) return;
  if (typeof idempotencyKey === 'string' && (await isStoredKey(ctx.db, ctx.actor.id, idempotencyKey))) return;
  throw new AppError(refusal);
}

/** Asks the phone dashboard before locking the campaign: it may be slow. */
export async function importDashboard(ctx: SignedCtx, campaignId: number, audienceId: string, options: LoadOptions) {
  const { id, description, total } = found(await ctx.orion.find(audienceId), 'DASHBOARD_AUDIENCE_UNKNOWN');
  return acceptLoad(ctx, campaignId, { source: 'dashboard', sourceId: id, name: description, people: total }, options);
}

export async function importForm(ctx: SignedCtx, campaignId: number, formId: string, options: LoadOptions) {
  const { id: sourceId, name, available } = found(await ctx.forms.find(formId), 'FORM_UNKNOWN');
  if (available <= 0) throw new AppError('FORM_EMPTY');
  return acceptLoad(ctx, campaignId, { source: 'form', sourceId, name, people: available }, options);
}
