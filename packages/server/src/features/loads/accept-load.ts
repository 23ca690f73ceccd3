import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import type { LoadOptions } from '@campanero/contract/loads/schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { adoptFiles } from '../../work/stray-files.ts';
import { transact } from '../../work/transact.ts';
import { findForEdit } from '../campaigns/campaign-write.queries.ts';
import { lockStage, moveStatus } from '../campaigns/change-status.ts';
import { findVisibleStatus, isStoredKey } from '../campaigns/stage.queries.ts';
import { insertLoad, insertLoadFiles } from './loads.queries.ts';
import { loadAudienceJob } from './load-audience.ts';

/** Where the audience comes from, in the words of the report. */
type LoadOrigin =
  | { source: 'csv'; files: readonly UploadedFile[] }
  | { source: 'dashboard' | 'form'; sourceId: string; name: string };

const ORIGINS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

/**
 * A load begins (decisions 4): the campaign moves to CARGANDO AUDIENCIA, and load, files and the job that works on them exist
 * exactly if this commits. Roles with `audience.load`, campaigns they see. 409 while another load runs, or when the campaign
 * takes no audience any more. Leaves one audit record CAMPAÑA ASIGNAR and the event `campaign`.
 */
const acceptLoad = (ctx: SignedCtx, campaignId: number, origin: LoadOrigin, options: LoadOptions) =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit, enqueue } = work;
    const stage = await lockStage(trx, campaignId);
    const campaign = await findForEdit(trx, actor, campaignId);
    if (!campaign) throw new AppError('NOT_FOUND');
    const { from } = await moveStatus(work, stage, ['load']);
    const files = origin.source === 'csv' ? origin.files : [];
    const name = origin.source === 'csv' ? files.map((file) => file.originalName).join(', ') : origin.name;
    const id = await insertLoad(trx, {
      campaignId,
      source: origin.source,
      sourceId: origin.source === 'csv' ? null : origin.sourceId,
      name,
      excludeCalledDays: options.excludeCalledDays ?? null,
      excludeActive: options.excludeActive ?? false,
      dropPlaces: options.places === 'drop',
      createdBy: actor.id,
      createdAt: now,
    });
    if (files.length > 0) {
      await insertLoadFiles(trx, id, files);
      await adoptFiles(
        trx,
        files.map((file) => file.key),
      );
    }
    // By load, not by campaign: the job of a load just cancelled may still be clearing up.
    await enqueue(loadAudienceJob, { loadId: id, campaignId }, { key: String(id) });
    await audit({
      action: 'CAMPAÑA',
      subaction: 'ASIGNAR',
      object: { type: 'campaign', id: campaignId },
      before: { Estado: from },
      after: {
        Campaña: campaign.name,
        Estado: 'CARGANDO AUDIENCIA',
        Origen: ORIGINS[origin.source],
        Audiencia: name,
        'Excluir llamados en los últimos días': options.excludeCalledDays,
        'Excluir números de otras campañas': options.excludeActive === true ? 'Sí' : undefined,
        'Lugares que no coinciden': options.places === 'drop' ? 'Cargar sin ese lugar' : undefined,
      },
    });
    return { id, status: 'CARGANDO AUDIENCIA' as const };
  });

/** One or two CSV files, in the store by now and looked into as far as their head tells; the job does the rest. */
export async function uploadAudience(
  ctx: SignedCtx,
  campaignId: number,
  files: readonly UploadedFile[],
  options: LoadOptions,
) {
  if (files.length === 0) throw new AppError('NO_FILE');
  return acceptLoad(ctx, campaignId, { source: 'csv', files }, options);
}

/**
 * Before half a gigabyte is sent: whether this campaign would take it at this moment, in the words with which acceptLoad()
 * refuses, which judges again under the lock. A repeat of an upload that was taken goes through: it gets the first one's
 * answer, although the campaign is loading by now, namely that very file.
 */
export async function judgeUpload(ctx: SignedCtx, campaignId: number, idempotencyKey: unknown): Promise<void> {
  const status = await findVisibleStatus(ctx.db, ctx.actor, campaignId, ctx.clock());
  if (!status) throw new AppError('NOT_FOUND');
  const refusal = loadRefusalIn(status);
  if (refusal === null) return;
  if (typeof idempotencyKey === 'string' && (await isStoredKey(ctx.db, ctx.actor.id, idempotencyKey))) return;
  throw new AppError(refusal);
}

/** An audience of the phone dashboard. It is asked for before the campaign is locked: another system may be slow. */
export async function importDashboard(ctx: SignedCtx, campaignId: number, audienceId: string, options: LoadOptions) {
  const audience = await ctx.orion.find(audienceId);
  if (!audience) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
  const origin = { source: 'dashboard' as const, sourceId: audience.id, name: audience.description };
  return acceptLoad(ctx, campaignId, origin, options);
}

/** The people enrolled in a form; one without any is refused (spec 5, Form import). */
export async function importForm(ctx: SignedCtx, campaignId: number, formId: string, options: LoadOptions) {
  const form = await ctx.forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN');
  if (form.available <= 0) throw new AppError('FORM_EMPTY');
  return acceptLoad(ctx, campaignId, { source: 'form', sourceId: form.id, name: form.name }, options);
}
