import type { LoadOptions, PeopleFilters, PeopleOfCampaign } from '@campanero/contract/loads/schemas';
import { may } from '@campanero/contract/roles';
import { countAtMost } from '../../call-store/read/index.ts';
import { insertRow } from '../../db/index.ts';
import { AppError, type AuditRecord, campaignAudit, found, type SignedCtx, type Work } from '../../work/index.ts';
import { adoptFiles } from '../../work/orphan-files.ts';
import { describeFilters, findAudience } from '../audience/audience.queries.ts';
import { lockForEdit, moveStatus } from '../campaigns/status/change-status.ts';
import { laneOfFiles, laneOfPeople, loadWork } from './load-audience.ts';
import { insertLoadFiles, type NewLoadFile } from './loads.queries.ts';

interface RemoteOrigin {
  source: 'dashboard' | 'form' | 'campaign';
  sourceId: string;
  name: string;
  people: number;
  /** Of a campaign. */
  filters?: PeopleFilters;
}
export type LoadOrigin = { source: 'csv'; files: readonly NewLoadFile[] } | RemoteOrigin;

const ORIGINS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario', campaign: 'Campaña' } as const;

/** Begins a load of a campaign that the actor may see: status, row and job; the caller writes its audit record. */
export async function startLoad(work: Work, campaignId: number, origin: LoadOrigin, options: LoadOptions) {
  const { trx, actor, now } = work;
  const { stage, campaign } = await lockForEdit(trx, actor, campaignId);
  const { from } = await moveStatus(work, stage, ['load']);
  const remote = origin.source === 'csv' ? undefined : origin;
  const files = origin.source === 'csv' ? origin.files : [];
  const name = remote?.name ?? files.map((file) => file.originalName).join(', ');
  const lane = remote ? laneOfPeople(remote.people) : laneOfFiles(files);
  const filters = remote?.filters;
  const id = await insertRow(trx, 'audienceLoad', {
    campaignId,
    source: origin.source,
    sourceId: remote?.sourceId ?? null,
    sourceFilters: filters ? JSON.stringify(filters) : null,
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
  const record: AuditRecord = {
    ...campaignAudit(campaignId, 'ASIGNAR'),
    before: { Estado: from },
    after: {
      Campaña: campaign.name,
      Estado: 'CARGANDO AUDIENCIA',
      Origen: ORIGINS[origin.source],
      Audiencia: name,
      ...(filters && {
        'Número de esa campaña': remote.sourceId,
        ...(await describeFilters(trx, Number(remote.sourceId), filters)),
      }),
      Hoja: files.flatMap(({ sheet }) => sheet ?? []).join(', ') || undefined,
      'Excluir llamados en los últimos días': options.excludeCalledDays,
      'Excluir números de otras campañas': options.excludeActive === true ? 'Sí' : undefined,
      'Lugares que no coinciden': options.places === 'drop' ? 'Cargar sin ese lugar' : undefined,
    },
  };
  return { id, record };
}

/** The people of another campaign, which the actor must see; the job reads them, and checks again. */
export async function findCampaignOrigin(ctx: SignedCtx, { campaignId, filters }: PeopleOfCampaign) {
  const { db, actor, clock } = ctx;
  if (!may(actor, 'audience.load')) throw new AppError('FORBIDDEN');
  const audience = found(await findAudience(db, actor, campaignId, clock()));
  const people = await countAtMost(ctx, actor, audience, filters);
  if (people === 0) throw new AppError('CAMPAIGN_WITHOUT_PEOPLE');
  return { source: 'campaign' as const, sourceId: String(audience.id), name: audience.name, people, filters };
}
