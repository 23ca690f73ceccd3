import { AFFINITIES } from '@campanero/contract/calls/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { isFrozenRight, refreezeFigures } from '../call-store/frozen-figures.ts';
import { lockCampaignShared } from '../call-store/locks.ts';
import type { CallRange } from '../call-store/range.ts';
import {
  recountCalls,
  recountCounters,
  recountWorkHours,
  type CounterDifferences,
} from '../call-store/read/recount.ts';
import { rebuildCounters, rebuildWorkHours } from '../call-store/write/rebuild-counters.ts';
import type { Db } from '../db/client.ts';

export interface VerifiedCampaign extends CallRange {
  name: string;
  status: CampaignStatus;
}

export const listCampaigns = (db: Db): Promise<VerifiedCampaign[]> =>
  db.selectFrom('campaign').select(['id', 'name', 'status', 'idLo', 'idHi']).orderBy('id').execute();

/** People and states by their ids, for the sentences. */
export interface Names {
  operator: (id: number) => string;
  state: (id: number) => string;
}

export async function readNames(db: Db): Promise<Names> {
  const people = await db.selectFrom('appUser').select(['id', 'firstName', 'lastName']).execute();
  const states = await db.selectFrom('state').select(['id', 'name']).execute();
  const operators = new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  const stateNames = new Map(states.map(({ id, name }) => [id, name]));
  return {
    operator: (id) => (id === 0 ? 'sin operador' : (operators.get(id) ?? `usuario ${id}`)),
    state: (id) => `«${stateNames.get(id) ?? id}»`,
  };
}

/**
 * Counts a campaign's counters again and names each difference. Counted beside people at work; what differs is counted once more
 * while the campaign itself cannot change, so that a load that ends at this moment is not taken for one.
 */
export async function verifyCampaign(db: Db, campaign: VerifiedCampaign, names: Names): Promise<string[]> {
  const isSuspect = (await db.transaction().execute((trx) => findDifferences(trx, campaign, names))).length > 0;
  if (!isSuspect) return [];
  return db.transaction().execute(async (trx) => {
    await lockCampaignShared(trx, campaign.id);
    return findDifferences(trx, campaign, names);
  });
}

type Trx = Parameters<typeof lockCampaignShared>[0];

async function findDifferences(trx: Trx, campaign: VerifiedCampaign, names: Names): Promise<string[]> {
  const calls = await recountCalls(trx, campaign);
  const isFrozenWrong = campaign.status === 'FINALIZADA' && !(await isFrozenRight(trx, campaign.id));
  return [
    ...describe(await recountCounters(trx, campaign), names),
    ...calls.map(({ id, kept, counted }) => `el llamado ${id} dice ${kept} registros y su historial tiene ${counted}.`),
    ...(isFrozenWrong ? ['las estadísticas guardadas al finalizar no son las de sus llamados.'] : []),
  ].map((text) => `Campaña ${campaign.id} «${campaign.name}»: ${text}`);
}

const FIGURES: Record<CounterDifferences['figures'][number]['figure'], string> = {
  called: 'llamados realizados',
  recalled: 'rellamados',
  interested: 'llamados que participan',
  affinity_1: `llamados con afinidad ${AFFINITIES[0]}`,
  affinity_2: `llamados con afinidad ${AFFINITIES[1]}`,
  affinity_3: `llamados con afinidad ${AFFINITIES[2]}`,
  free: 'llamados libres para segmentar',
};
const dayText = (day: string) => formatDate(`${day}T12:00:00Z`);
const affinityText = (affinity: number) => (affinity === 0 ? '' : `, afinidad ${AFFINITIES[affinity - 1]}`);
const partsText = ({ n, again, interested }: CounterDifferences['outcomes'][number]['kept']) =>
  `${n} (${again} repetidos, ${interested} de personas que participan)`;

const describe = ({ totals, figures, outcomes, workHours }: CounterDifferences, names: Names): string[] => [
  ...totals.map(
    ({ operatorId, stateId, kept, counted }) =>
      `${names.operator(operatorId)}, estado ${names.state(stateId)}: el contador dice ${kept} y los llamados son ${counted}.`,
  ),
  ...figures.map(
    ({ operatorId, figure, kept, counted }) =>
      `${names.operator(operatorId)}, ${FIGURES[figure]}: el contador dice ${kept} y los llamados son ${counted}.`,
  ),
  ...outcomes.map(
    ({ operatorId, day, stateId, affinity, kept, counted }) =>
      `${names.operator(operatorId)}, ${dayText(day)}, resultado ${names.state(stateId)}${affinityText(affinity)}: ` +
      `el contador dice ${partsText(kept)} y el historial ${partsText(counted)}.`,
  ),
  ...workHours.map(
    ({ operatorId, day }) =>
      `${names.operator(operatorId)}, ${dayText(day)}: la primera o la última hora de trabajo no es la del historial.`,
  ),
];

/** Puts the counters of a campaign right while people work in it (call-store/write/rebuild-counters.ts). */
export async function rebuildCampaign(db: Db, campaign: VerifiedCampaign): Promise<void> {
  await db.transaction().execute((trx) => rebuildCounters(trx, campaign));
  if ((await recountWorkHours(db, campaign)).length > 0)
    await db.transaction().execute((trx) => rebuildWorkHours(trx, campaign));
  await db.transaction().execute(async (trx) => {
    if (campaign.status === 'FINALIZADA' && !(await isFrozenRight(trx, campaign.id)))
      await refreezeFigures(trx, campaign.id);
  });
}
