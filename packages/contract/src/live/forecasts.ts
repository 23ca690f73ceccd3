import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_PAGE_SIZE } from '../limits.ts';
import { day, id } from '../shared/paging.ts';
import { list, rawText } from '../shared/text-schema.ts';

export const campaignForecast = z.object({
  id: z.number(),
  total: z.number(),
  called: z.number(),
  /** When every call will have been called at the recent pace; null without a pace or anything left. */
  forecastDay: day.nullable(),
  /** From the day of its end to the forecast day: above 0 it ends late, below 0 early. */
  daysLate: z.number().nullable(),
});
export type CampaignForecast = z.infer<typeof campaignForecast>;

/** For the list of campaigns, which must not load the schemas of the board. */
export const liveForecasts = {
  forecasts: endpoint('GET', '/monitor/forecast', 'campaign.manage', {
    summary: 'Cuánto avanzaron las campañas pedidas que están en curso, y cuándo terminarían a su paso',
    query: z.object({
      ids: rawText(1200)
        .transform((joined): unknown[] => joined.split(','))
        .pipe(list(id, MAX_PAGE_SIZE)),
    }),
    response: z.array(campaignForecast),
  }),
};
