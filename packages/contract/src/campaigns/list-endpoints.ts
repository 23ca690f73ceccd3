import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { campaignListQuery, campaignPage } from './schemas.ts';

/** What the first page and the navbar ask for, apart from the schemas of the other endpoints. */
export const campaignLists = {
  list: endpoint('GET', '/campaign', 'staff', {
    service: 'campaign.detail',
    summary: 'Las campañas a su alcance, por páginas',
    query: campaignListQuery,
    response: campaignPage,
  }),
  running: endpoint('GET', '/campaign/running', 'staff', {
    service: 'campaign.detail',
    summary: 'Cuántas campañas a su alcance están en curso',
    response: z.object({ running: z.number() }),
  }),
};
