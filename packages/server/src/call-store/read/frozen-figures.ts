import type { Span } from '@campanero/contract/shared/span';
import {
  campaignFigures,
  operatorFigures,
  type CampaignDay,
  type CampaignFigures,
  type OperatorFigures,
} from '@campanero/contract/statistics/campaign-schemas';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../db/client.ts';
import type { CallRange } from '../range.ts';
import {
  ownFigures,
  readDays,
  readFigures,
  readFiguresByOperator,
  readSpanFigures,
  selectCountedStates,
} from './figures.ts';

/** As stored, with 0 for each figure that the product did not have yet when the campaign closed. */
const withZeros = <S extends z.ZodObject>(schema: S) => z.preprocess((stored) => fillUp(schema, stored), schema);
const fillUp = (schema: z.ZodObject, stored: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, figure]) => {
      const value = (stored as Record<string, unknown> | undefined)?.[name];
      return [name, figure instanceof z.ZodObject ? fillUp(figure, value) : (value ?? 0)];
    }),
  );

/** The figures of a finished campaign as they were when it closed. */
const frozenFigures = z.object({
  figures: withZeros(campaignFigures),
  /** By the operator's id; operators without calls are not there. */
  operators: z.record(z.string(), withZeros(operatorFigures)),
  /** The states by which the figures of a span are counted. */
  states: z.object({ contactability: z.array(z.int()), effectiveness: z.array(z.int()) }),
});
type FrozenFigures = z.output<typeof frozenFigures>;

/** Whether the figures that were kept say what the campaign's counters say by the states of the day it was closed. */
export async function isFrozenRight(trx: Trx, campaignId: number): Promise<boolean> {
  const frozen = await findFrozen(trx, campaignId);
  return frozen === undefined || isDeepStrictEqual(await countByStatesOf(trx, campaignId, frozen), frozen);
}

/** The figures by the states of the day the campaign was closed. */
export async function countByStatesOf(trx: Trx, campaignId: number, { states }: FrozenFigures): Promise<FrozenFigures> {
  const figures = await readFigures(trx, campaignId, states);
  return { figures, operators: Object.fromEntries(await readFiguresByOperator(trx, campaignId, states)), states };
}

/** Undefined while the campaign is not closed. */
export async function findFrozen(db: Db, campaignId: number): Promise<FrozenFigures | undefined> {
  const { rows } = await sql`
    select figures, operators, states from frozen_statistics where campaign_id = ${campaignId}`.execute(db);
  return frozenFigures.optional().parse(rows[0]);
}

/**
 * A campaign's statistics as its page and its export show them: what was kept once it is closed, else by the states of today. With
 * dates the registrations of the span are counted, by the same states. Of one operator: of the calls they have, and with dates of
 * what they registered.
 */
export async function openStatistics(db: Db, campaign: CallRange) {
  const frozen = await findFrozen(db, campaign.id);
  const states = frozen?.states ?? (await selectCountedStates(db));
  const inSpan = async <F extends OperatorFigures>(span: Span, present: F, operatorId?: number): Promise<F> =>
    isOpen(span) ? present : { ...present, ...(await readSpanFigures(db, { campaign, span, states, operatorId })) };
  return {
    figures: async (span: Span): Promise<CampaignFigures> =>
      inSpan(span, frozen?.figures ?? (await readFigures(db, campaign.id, states))),
    figuresOf: async (operatorId: number, span: Span): Promise<OperatorFigures> => {
      const kept = frozen && (frozen.operators[operatorId] ?? NO_CALLS);
      const present = kept ?? (await readFigures(db, campaign.id, states, operatorId));
      return ownFigures(await inSpan(span, present, operatorId));
    },
    /** What was registered on each day of the span, by everybody or by one user. */
    days: (span: Span, operatorId?: number): Promise<CampaignDay[]> =>
      readDays(db, { campaign, span, states, operatorId }),
  };
}

const NO_CALLS: OperatorFigures = { totalCalls: 0, totalCalled: 0, totalReCalled: 0, contacted: 0, effective: 0 };
const isOpen = ({ from, to }: Span) => from === undefined && to === undefined;
