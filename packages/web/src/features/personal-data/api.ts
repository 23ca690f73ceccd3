import { personalData } from '@campanero/contract/personal-data/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Each search and each visit is recorded, so nothing is asked again by itself. */
const ASKED_ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } as const;

export const searchQuery = (text: string) =>
  queryOptions({
    ...ASKED_ONCE,
    queryKey: ['personal-data', 'search', text] as const,
    queryFn: ({ signal }) => call(personalData.search, { body: { text } }, { signal }),
    enabled: text !== '',
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'data'] as const,
    queryFn: ({ signal }) => call(personalData.person, { params: { id } }, { signal }),
    refetchOnWindowFocus: false,
  });

interface Slice {
  page: number;
  size: number;
}
const toQuery = ({ page, size }: Slice) => ({ pageNumber: String(page), pageSize: String(size) });

export const callsQuery = (id: number, slice: Slice) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'calls', slice] as const,
    queryFn: ({ signal }) => call(personalData.calls, { params: { id }, query: toQuery(slice) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const recordsQuery = (id: number, slice: Slice) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'records', slice] as const,
    queryFn: ({ signal }) => call(personalData.records, { params: { id }, query: toQuery(slice) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const copiesQuery = (id: number) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'copies'] as const,
    queryFn: ({ signal }) => call(personalData.copies, { params: { id } }, { signal }),
    refetchOnWindowFocus: false,
  });
