import { z } from 'zod';

const count = z.number().int();

/** What an operator sees of their own work in a campaign (spec 3). */
export const operatorFigures = z.object({
  totalCalls: count,
  totalCalled: count,
  totalReCalled: count,
  contacted: count,
  effective: count,
});
export type OperatorFigures = z.output<typeof operatorFigures>;

/**
 * The figures of a campaign (spec 3, decisions 5). Without dates they count calls as they stand. With dates `totalCalls` and
 * `pending` stay as they are, and all others count registrations within the span.
 */
export const campaignFigures = operatorFigures.extend({
  pending: count,
  participate: count,
  takeoverByMail: count,
  takeoverByWhatsapp: count,
  affinity: z.object({ positive: count, neutral: count, negative: count }),
});
export type CampaignFigures = z.output<typeof campaignFigures>;

/**
 * Registrations of each day that had any, oldest first; `date` is a day of the product's zone. `contactedOnly` are those that were
 * contacted without being effective: with the effective ones and the rest they add up to `callsMade`.
 */
export const campaignDays = z.array(
  z.object({ date: z.iso.date(), callsMade: count, contacted: count, effective: count, contactedOnly: count }),
);
export type CampaignDay = z.output<typeof campaignDays>[number];
