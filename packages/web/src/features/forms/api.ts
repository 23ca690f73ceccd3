import { forms } from '@campanero/contract/forms/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

/** Every role that sees the campaign may ask. */
export const campaignCapacityQuery = (campaignId: number) =>
  endpointQuery('forms', forms.campaignCapacity, { params: { id: campaignId } }, { retry: false });
