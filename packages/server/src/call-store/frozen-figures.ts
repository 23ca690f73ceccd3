import type { CampaignFigures, OperatorFigures } from '@campanero/contract/statistics/campaign-schemas';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { readFigures, readFiguresByOperator, selectCountedStates, type CountedStates } from './read/figures.ts';

/** The figures of a finished campaign as they were when it closed (spec 3, Campaign statistics). */
interface FrozenFigures {
  figures: CampaignFigures;
  /** By the operator's id; operators without calls are not there. */
  operators: Record<string, OperatorFigures>;
  /** The states by which the figures of a span are counted. */
  states: CountedStates;
}

/**
 * Stores the campaign's figures at its end, so that later changes of the states' flags do not change them. Figures that are
 * stored already stay, so that a repeated job changes nothing. The caller holds the campaign's lock.
 */
export async function freezeFigures(trx: Trx, campaignId: number, at: Date): Promise<void> {
  const states = await selectCountedStates(trx);
  const figures = await readFigures(trx, campaignId, states);
  const operators = Object.fromEntries(await readFiguresByOperator(trx, campaignId, states));
  await sql`
    insert into frozen_statistics (campaign_id, figures, operators, states, frozen_at)
    values (${campaignId}, ${JSON.stringify(figures)}::jsonb, ${JSON.stringify(operators)}::jsonb,
      ${JSON.stringify(states)}::jsonb, ${at})
    on conflict (campaign_id) do nothing`.execute(trx);
}

/** Undefined while the campaign is not closed. */
export async function findFrozen(db: Db, campaignId: number): Promise<FrozenFigures | undefined> {
  const { rows } = await sql<FrozenFigures>`
    select figures, operators, states from frozen_statistics where campaign_id = ${campaignId}`.execute(db);
  return rows[0];
}
