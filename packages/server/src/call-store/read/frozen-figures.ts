import type { Span } from '@campanero/contract/shared/span';
import {
  campaignFigures,
  operatorFigures,
  type CampaignDay,
  type CampaignFigures,
  type OperatorFigures,
} from '@campanero/contract/statistics/campaign-endpoints';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Db, selectRows, type Trx } from '../../db/index.ts';
import type { CallRange } from '../range.ts';
import {
  ownFigures,
  readDays,
  readFigures,
  readFiguresByOperator,
  readSpanFigures,
  selectCountedStates,
} from './figures.ts';

/** As stored, with 0 for figures added to the product after the campaign closed. */
const withZeros = <S extends z.ZodObject>(schema: S) => z.preprocess((stored) => fillUp(schema, stored), schema);
const fillUp = (schema: z.ZodObject, stored: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, figure]) => {
      const value = (stored as Record<string, unknown> | undefined)?.[name];
      return [name, figure instanceof z.ZodObject ? fillUp(figure, value) : (value ?? 0)];
    }),
  );

const frozenFigures = z.object({
  figures: withZeros(campaignFigures),
  /** By operator id; operators without calls are missing. */
  operators: z.record(z.string(), withZeros(operatorFigures)),
  /** State flags for the figures of a span. */
  states: z.object({ contactability: z.array(z.int()), effectiveness: z.array(z.int()) }),
});
type FrozenFigures = z.output<typeof frozenFigures>;

/** Whether the frozen figures equal the counters, with the state flags of the day the campaign closed. */
export async function isFrozenRight(trx: Trx, campaignId: number): Promise<boolean> {
  const frozen = await findFrozen(trx, campaignId);
  return frozen === undefined || isDeepStrictEqual(await countByStatesOf(trx, campaignId, frozen), frozen);
}

export async function countByStatesOf(trx: Trx, campaignId: number, { states }: FrozenFigures): Promise<FrozenFigures> {
  const figures = await readFigures(trx, campaignId, states);
  return { figures, operators: Object.fromEntries(await readFiguresByOperator(trx, campaignId, states)), states };
}

/** Undefined unless the campaign is closed. */
export async function findFrozen(db: Db, campaignId: number): Promise<FrozenFigures | undefined> {
  const rows = await selectRows(db)`
    select figures, operators, states from frozen_statistics where campaign_id = ${campaignId}`;
  return frozenFigures.optional().parse(rows[0]);
}

// For page and export: the frozen figures once the campaign is closed, else by the current states. With dates, the
// registrations of the span.
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
    /** Registrations of each day of the span, of all users or one. */
    days: (span: Span, operatorId?: number): Promise<CampaignDay[]> =>
      readDays(db, { campaign, span, states, operatorId }),
  };
}

const NO_CALLS: OperatorFigures = { totalCalls: 0, totalCalled: 0, totalReCalled: 0, contacted: 0, effective: 0 };
const isOpen = ({ from, to }: Span) => from === undefined && to === undefined;
