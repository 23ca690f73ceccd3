import { endpoint } from '../endpoint.ts';
import { campaignListQuery, campaignPage } from './schemas.ts';

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: '/campaign',
    summary: 'Las campañas a su alcance, por páginas',
    access: 'staff',
    query: campaignListQuery,
    response: campaignPage,
  }),
};
