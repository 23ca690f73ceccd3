import { formatDate } from '@campanero/contract/shared/dates';
import type { Trx } from '../../client.ts';
import { describeChange, hashAuditRow, saltWords, type AuditRecord } from '../../../work/audit.ts';
import { STATES } from '../catalogue.ts';
import { insertMany } from '../insert-many.ts';
import type { DemoCorrection } from './calling.ts';
import type { DemoLoad } from './loads.ts';
import type { DemoSegmentation } from './segmentations.ts';
import type { DemoData } from './demo-data.ts';
import type { DemoCall, DemoCampaign, DemoEntry } from './world.ts';

export interface Deed extends AuditRecord {
  at: Date;
  userId: number;
}

const stateName = (id: number) => STATES.find((state) => state.id === id)!.name;
const AFFINITIES = [undefined, 'Neutro', 'Positivo', 'Negativo'];

/** One record per mutation of the demo's eight months, in order and with true hashes; the server's sealer links them later. */
export async function writeAuditTrail(
  trx: Trx,
  demoData: DemoData,
  loads: readonly DemoLoad[],
  others: readonly Deed[],
): Promise<void> {
  const deeds = [
    ...others,
    ...demoData.campaigns.flatMap(campaignDeeds),
    ...loads.map(loaded),
    ...demoData.segmentations.map(segmented),
    ...demoData.campaigns.flatMap(({ calls }) => calls.flatMap(callDeeds)),
    ...demoData.corrections.map(corrected),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const rows = deeds.map(({ at, userId, ...record }) => {
    const words = saltWords(describeChange(record));
    const row = {
      at,
      userId,
      action: record.action,
      subaction: record.subaction,
      ...words,
      info: { ...words.info },
      objectType: record.object.type,
      objectId: record.object.id === null ? null : String(record.object.id),
      requestId: null,
    };
    return { ...row, hash: hashAuditRow(row) };
  });
  await insertMany(trx, 'audit', rows);
}

function campaignDeeds(campaign: DemoCampaign): Deed[] {
  const { id, plan, coordinator, operators, createdAt, finishedAt } = campaign;
  const object = { type: 'campaign', id };
  const created: Deed = {
    at: createdAt,
    userId: coordinator.id,
    action: 'CAMPAÑA',
    subaction: 'CREAR',
    object,
    after: {
      Nombre: plan.name,
      Objetivo: plan.objective,
      Coordinador: coordinator.name,
      Operadores: operators.map(({ name }) => name).join(', '),
    },
  };
  if (!finishedAt) return [created];
  const finished = { at: finishedAt, userId: coordinator.id, action: 'CAMPAÑA', subaction: 'ACCIÓN', object } as const;
  return [created, { ...finished, before: { Estado: 'REVISANDO' }, after: { Estado: 'FINALIZANDO' } }];
}

const loaded = ({ id, campaign, name, createdAt }: DemoLoad): Deed => ({
  at: createdAt,
  userId: campaign.coordinator.id,
  action: 'CAMPAÑA',
  subaction: 'ASIGNAR',
  object: { type: 'campaign', id: campaign.id },
  after: { Audiencia: name, Carga: id },
});

const segmented = ({ campaign, shares }: DemoSegmentation): Deed => ({
  at: campaign.segmentedAt,
  userId: campaign.coordinator.id,
  action: 'CAMPAÑA',
  subaction: 'SEGMENTAR',
  object: { type: 'campaign', id: campaign.id },
  after: Object.fromEntries(
    shares.map(({ operatorId, amount }) => [campaign.operators.find(({ id }) => id === operatorId)!.name, amount]),
  ),
});

const registered = (call: DemoCall, entry: DemoEntry, previous: DemoEntry | undefined): Deed => ({
  at: entry.at,
  userId: entry.userId,
  action: 'CONTACTO',
  subaction: 'ACTUALIZAR',
  object: { type: 'call', id: call.id },
  before: { Estado: previous ? stateName(previous.stateId) : 'Pendiente' },
  after: outcomeOf(entry),
});

const callDeeds = (call: DemoCall) =>
  call.entries.map((entry, index) => registered(call, entry, call.entries[index - 1]));

const corrected = ({ call, entry, corrected: newer, reason }: DemoCorrection): Deed => ({
  ...registered(call, newer, entry),
  after: { ...outcomeOf(newer), Motivo: reason },
});

const outcomeOf = (entry: DemoEntry) => ({
  Estado: stateName(entry.stateId),
  Afinidad: AFFINITIES[entry.affinity ?? 0],
  Observaciones: entry.observations ?? undefined,
  'Volver a llamar': entry.callbackAt ? formatDate(entry.callbackAt) : undefined,
});
