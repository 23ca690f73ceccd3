import { insertRow } from '../../db/index.ts';
import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import type { LoadOptions, SheetChoice } from '@campanero/contract/loads/schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { describeTable } from '../../integrations/files/zip-access.ts';
import { AppError, campaignAudit, found, type SignedCtx, transact } from '../../work/index.ts';
import { adoptFiles } from '../../work/orphan-files.ts';
import { lockForEdit, moveStatus } from '../campaigns/status/change-status.ts';
import { findVisibleStatus, isStoredKey } from '../campaigns/status/stage.queries.ts';
import { insertLoadFiles, type NewLoadFile } from './loads.queries.ts';
import { laneOfFiles, laneOfPeople, loadWork } from './load-audience.ts';

type LoadOrigin =
  | { source: 'csv'; files: readonly NewLoadFile[] }
  | { source: 'dashboard' | 'form'; sourceId: string; name: string; people: number };

const ORIGINS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

const acceptLoad = (ctx: SignedCtx, campaignId: number, origin: LoadOrigin, options: LoadOptions) =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { stage, campaign } = await lockForEdit(trx, actor, campaignId);
    const { from } = await moveStatus(work, stage, ['load']);
    const files = origin.source === 'csv' ? origin.files : [];
    const name = origin.source === 'csv' ? files.map((file) => file.originalName).join(', ') : origin.name;
    const lane = origin.source === 'csv' ? laneOfFiles(files) : laneOfPeople(origin.people);
    const id = await insertRow(trx, 'audienceLoad', {
      campaignId,
      source: origin.source,
      sourceId: origin.source === 'csv' ? null : origin.sourceId,
      name,
      lane,
      excludeCalledDays: options.excludeCalledDays ?? null,
      excludeActive: options.excludeActive ?? false,
      dropPlaces: options.places === 'drop',
      createdBy: actor.id,
      createdAt: now,
    });
    if (files.length > 0) {
      await insertLoadFiles(trx, id, files);
      const keys = files.map(({ key }) => key);
      await adoptFiles(trx, keys);
    }
    // Keyed by load, not campaign: the job of a cancelled load may still be cleaning up.
    await loadWork.enqueue(work, { id, campaignId, lane });
    await audit(campaignAudit(campaignId, 'ASIGNAR'), {
      before: { Estado: from },
      after: {
        Campaña: campaign.name,
        Estado: 'CARGANDO AUDIENCIA',
        Origen: ORIGINS[origin.source],
        Audiencia: name,
        Hoja: files.flatMap(({ sheet }) => sheet ?? []).join(', ') || undefined,
        'Excluir llamados en los últimos días': options.excludeCalledDays,
        'Excluir números de otras campañas': options.excludeActive === true ? 'Sí' : undefined,
        'Lugares que no coinciden': options.places === 'drop' ? 'Cargar sin ese lugar' : undefined,
      },
    });
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
