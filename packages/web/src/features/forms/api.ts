import { forms } from '@campanero/contract/forms/endpoints';
import type { FormSearch } from '@campanero/contract/forms/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

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

/** A form one thinks of importing, with how many people it could bring; asked for afresh each time it is chosen. */
export const formDetailQuery = (formId: string) =>
  queryOptions({
    queryKey: ['forms', 'detail', formId] as const,
    queryFn: ({ signal }) => call(forms.detail, { params: { formId } }, { signal }),
    enabled: formId !== '',
    staleTime: 0,
    retry: false,
  });

/** Longer texts are no id (contract, formSearch). */
const ID_MAX = 100;

/** Forms by name or id, whatever was typed: ids are the forms system's own and may hold letters, names may hold digits. */
export const formSearchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['forms', 'search', typed] as const,
    queryFn: async ({ signal }) => {
      const search = async (query: FormSearch) => (await call(forms.search, { query }, { signal })).forms;
      const [byId, byName] = await Promise.all([
        typed.length <= ID_MAX ? search({ id: typed }) : [],
        search({ name: typed }),
      ]);
      return [...byId, ...byName.filter(({ id }) => !byId.some((other) => other.id === id))];
    },
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
