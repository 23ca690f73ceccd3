import type { LoadOptions } from '@campanero/contract/loads/schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { adoptFiles } from '../../work/stray-files.ts';
import { transact } from '../../work/transact.ts';
import { findForEdit } from '../campaigns/campaign-write.queries.ts';
import { lockStage, moveStatus } from '../campaigns/change-status.ts';
import { insertLoad, insertLoadFiles } from './loads.queries.ts';
import { loadAudienceJob } from './load-audience.ts';

/** Where the audience comes from, in the words of the report. */
export type LoadOrigin =
  | { source: 'csv'; files: readonly UploadedFile[] }
  | { source: 'dashboard' | 'form'; sourceId: string; name: string };

const ORIGINS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

/**
 * A load begins (decisions 4): the campaign moves to CARGANDO AUDIENCIA, and load, files and the job that works on them exist
 * exactly if this commits. Roles with `audience.load`, campaigns they see. 409 while another load runs, or when the campaign
 * takes no audience any more. Leaves one audit record CAMPAÑA ASIGNAR and the event `campaign`.
 */
export const acceptLoad = (ctx: SignedCtx, campaignId: number, origin: LoadOrigin, options: LoadOptions) =>
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
