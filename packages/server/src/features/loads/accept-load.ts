import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import type { LoadOptions, SheetChoice } from '@campanero/contract/loads/schemas';
import { openWorkbook, sheetOf } from '@campanero/contract/loads/xlsx/open-workbook';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { FILE_KINDS } from '@campanero/contract/shared/files';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx, SignedCtx } from '../../work/context.ts';
import { adoptFiles } from '../../work/orphan-files.ts';
import { transact } from '../../work/transact.ts';
import { findForEdit } from '../campaigns/edit/campaign-write.queries.ts';
import { lockStage, moveStatus } from '../campaigns/status/change-status.ts';
import { findVisibleStatus, isStoredKey } from '../campaigns/status/stage.queries.ts';
import { insertLoad, insertLoadFiles, type NewLoadFile } from './loads.queries.ts';
import { laneOfFiles, laneOfPeople, loadAudienceJobs } from './load-audience.ts';

/** Where the audience comes from, in the words of the report. */
type LoadOrigin =
  | { source: 'csv'; files: readonly NewLoadFile[] }
  | { source: 'dashboard' | 'form'; sourceId: string; name: string; people: number };

const ORIGINS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

/**
 * A load begins: the campaign moves to CARGANDO AUDIENCIA, and load, files and the job that works on them exist exactly if
 * this commits. Roles with `audience.load`, campaigns they see. 409 while another load runs, or when the campaign takes no
 * audience any more. Leaves one audit record CAMPAÑA ASIGNAR and the event `campaign`.
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
    const lane = origin.source === 'csv' ? laneOfFiles(files) : laneOfPeople(origin.people);
    const id = await insertLoad(trx, {
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
      await adoptFiles(
        trx,
        files.map((file) => file.key),
      );
    }
    // By load, not by campaign: the job of a load just cancelled may still be clearing up.
    await enqueue(loadAudienceJobs[lane], { loadId: id, campaignId }, { key: String(id) });
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
        Hoja: files.flatMap(({ sheet }) => sheet ?? []).join(', ') || undefined,
        'Excluir llamados en los últimos días': options.excludeCalledDays,
        'Excluir números de otras campañas': options.excludeActive === true ? 'Sí' : undefined,
        'Lugares que no coinciden': options.places === 'drop' ? 'Cargar sin ese lugar' : undefined,
      },
    });
    return { id, status: 'CARGANDO AUDIENCIA' as const };
  });

/** One or two files, in the store by now and looked into without reading their rows; the job does the rest. */
export async function uploadAudience(
  ctx: SignedCtx,
  campaignId: number,
  { files, sheets }: { files: readonly UploadedFile[]; sheets: SheetChoice },
  options: LoadOptions,
) {
  if (files.length === 0) throw new AppError('NO_FILE');
  const chosen = [sheets.sheet1, sheets.sheet2];
  const described = await Promise.all(files.map((file, place) => describeFile(ctx, file, chosen[place])));
  return acceptLoad(ctx, campaignId, { source: 'csv', files: described }, options);
}

/** A sheet that the workbook does not have is refused now, while whoever chose it is still there. */
async function describeFile(ctx: Ctx, file: UploadedFile, sheet: string | undefined): Promise<NewLoadFile> {
  const isWorkbook = file.contentType === FILE_KINDS.xlsx.type;
  if (!isWorkbook || !sheet) return { ...file, kind: isWorkbook ? 'xlsx' : 'csv', sheet: null };
  try {
    const { name } = sheetOf(await openWorkbook(accessFile(ctx.files, file), zipTools), sheet);
    return { ...file, kind: 'xlsx', sheet: name };
  } catch (error) {
    throw error instanceof WorkbookFault ? new AppError(error.refusal, { cause: error }) : error;
  }
}

/**
 * Before half a gigabyte is sent: whether this campaign would take it at this moment, in the words with which acceptLoad()
 * refuses, which judges again under the lock. A repeat of an upload that was taken goes through: it gets the first one's
 * answer, although the campaign is loading by now, namely that very file.
 */
export async function precheckUpload(ctx: SignedCtx, campaignId: number, idempotencyKey: unknown): Promise<void> {
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
  const origin = {
    source: 'dashboard' as const,
    sourceId: audience.id,
    name: audience.description,
    people: audience.total,
  };
  return acceptLoad(ctx, campaignId, origin, options);
}

/** The people enrolled in a form; one without any is refused. */
export async function importForm(ctx: SignedCtx, campaignId: number, formId: string, options: LoadOptions) {
  const form = await ctx.forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN');
  if (form.available <= 0) throw new AppError('FORM_EMPTY');
  const origin = { source: 'form' as const, sourceId: form.id, name: form.name, people: form.available };
  return acceptLoad(ctx, campaignId, origin, options);
}
