import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { isFrozenRight, refreezeFigures } from '../call-store/frozen-figures.ts';
import { lockCampaignShared } from '../call-store/locks.ts';
import type { CallRange } from '../call-store/range.ts';
import { recountCounters, recountWorkHours } from '../call-store/read/recount.ts';
import { recountAgain, recountCalls, type CallDifference } from '../call-store/read/recount-calls.ts';
import { rebuildCounters, rebuildWorkHours } from '../call-store/write/rebuild-counters.ts';
import { findWrongTries, rebuildTriedParts } from '../call-store/write/rebuild-tried-parts.ts';
import type { Db, Trx } from '../db/client.ts';
import {
  describeAgain,
  describeCalls,
  describeCounters,
  describeWorkHours,
  type Names,
} from './describe-differences.ts';
import { noteRebuild } from './rebuild-record.ts';

export interface VerifiedCampaign extends CallRange {
  name: string;
  status: CampaignStatus;
}

export const listCampaigns = (db: Db): Promise<VerifiedCampaign[]> =>
  db.selectFrom('campaign').select(['id', 'name', 'status', 'idLo', 'idHi']).orderBy('id').execute();

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

const FROZEN_WRONG = 'las estadísticas guardadas al finalizar no son las de sus llamados.';
const ofCampaign = ({ id, name }: VerifiedCampaign, sentences: readonly string[]) =>
  sentences.map((text) => `Campaña ${id} «${name}»: ${text}`);
const isFrozenWrong = async (trx: Trx, { id, status }: VerifiedCampaign) =>
  status === 'FINALIZADA' && !(await isFrozenRight(trx, id));

/** A finished campaign calls nobody: those of older versions never learnt at which hours they had called. */
const keepsTries = ({ status }: VerifiedCampaign) => status !== 'FINALIZADA';
const describeTries = (calls: readonly { id: number }[]) =>
  calls.map(({ id }) => `el llamado ${id} no dice en qué partes del día se llamó según su historial.`);

async function findDifferences(trx: Trx, campaign: VerifiedCampaign, names: Names): Promise<string[]> {
  const calls = await recountCalls(trx, campaign);
  const again = await recountAgain(trx, campaign);
  const counters = await recountCounters(trx, campaign);
  const tries = keepsTries(campaign) ? await findWrongTries(trx, campaign) : [];
  return ofCampaign(campaign, [
    ...describeCounters(counters, names),
    ...describeWorkHours(counters.workHours, names),
    ...describeCalls(calls, names),
    ...describeAgain(again),
    ...describeTries(tries),
    ...((await isFrozenWrong(trx, campaign)) ? [FROZEN_WRONG] : []),
  ]);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);
/** Registrations that calls had counted and that their history no longer holds. */
const countLost = (calls: readonly CallDifference[]) =>
  sum(calls.map(({ kept, counted }) => Math.max(0, kept.calls - counted.calls)));

/**
 * Puts the calls and counters of a campaign right while people work in it (call-store/write/rebuild-counters.ts), with a record of
 * what was put right in the same transaction.
 */
export async function rebuildCampaign(db: Db, campaign: VerifiedCampaign, names: Names, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { calls, again, counters } = await rebuildCounters(trx, campaign);
    const sentences = [...describeCalls(calls, names), ...describeAgain(again), ...describeCounters(counters, names)];
    await noteRebuild(trx, now, {
      campaign,
      differences: ofCampaign(campaign, sentences),
      registrations: {
        before: sum(calls.map(({ kept }) => kept.calls)),
        after: sum(calls.map(({ counted }) => counted.calls)),
      },
      lost: countLost(calls),
    });
  });
  if (keepsTries(campaign))
    await db.transaction().execute(async (trx) => {
      const tries = await rebuildTriedParts(trx, campaign);
      await noteRebuild(trx, now, { campaign, differences: ofCampaign(campaign, describeTries(tries)) });
    });
  if ((await recountWorkHours(db, campaign)).length > 0)
    await db.transaction().execute(async (trx) => {
      const workHours = await rebuildWorkHours(trx, campaign);
      await noteRebuild(trx, now, { campaign, differences: ofCampaign(campaign, describeWorkHours(workHours, names)) });
    });
  await db.transaction().execute(async (trx) => {
    if (!(await isFrozenWrong(trx, campaign))) return;
    await refreezeFigures(trx, campaign.id);
    await noteRebuild(trx, now, { campaign, differences: ofCampaign(campaign, [FROZEN_WRONG]) });
  });
}
