import { forms } from '@campanero/contract/forms/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The places of a form one thinks of choosing. */
export const formCapacityQuery = (formId: string) =>
  queryOptions({
    queryKey: ['forms', 'capacity', formId] as const,
    queryFn: ({ signal }) => call(forms.capacity, { params: { formId } }, { signal }),
    retry: false,
  });

/** The places of a campaign's own form; every role that sees the campaign may ask. */
export const campaignCapacityQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['forms', 'campaign-capacity', campaignId] as const,
    queryFn: ({ signal }) => call(forms.campaignCapacity, { params: { id: campaignId } }, { signal }),
    retry: false,
  });
