import { contacts } from '@campanero/contract/contacts/endpoints';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import type {
  AnswerBody,
  DataRequest,
  RequestBody,
  RequestPatch,
} from '@campanero/contract/personal-data/request-schemas';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

export interface Slice {
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

/** The server reads a million rejected rows in pieces, about ten seconds on a quiet machine. */
const COPIES_TIMEOUT_MS = 120_000;

export const copiesQuery = (id: number) =>
  queryOptions({
    queryKey: ['personal-data', 'person', id, 'copies'] as const,
    queryFn: ({ signal }) => call(personalData.copies, { params: { id } }, { signal, timeoutMs: COPIES_TIMEOUT_MS }),
    refetchOnWindowFocus: false,
  });

/** Whatever was done to a person shows in every part of their page. */
const usePersonChanged = (id: number) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['personal-data', 'person', id] });
};

export function useReview(id: number) {
  const onSuccess = usePersonChanged(id);
  return useMutation({
    mutationFn: (body: { inReview: boolean; reason: string }) => call(contacts.review, { params: { id }, body }),
    onSuccess,
  });
}

export function useRectifyNumber(id: number) {
  const onSuccess = usePersonChanged(id);
  return useMutation({
    mutationFn: ({
      phone,
      ...body
    }: {
      phone: string;
      wrong: boolean;
      reason: string;
      requestId?: number | undefined;
    }) => call(contacts.rectifyNumber, { params: { id, phone }, body }),
    onSuccess,
  });
}

export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: ['personal-data', 'requests', 'one', id] as const,
    queryFn: ({ signal }) => call(personalData.request, { params: { id } }, { signal }),
  });

/** Asks the server how a request stands now. */
export function useFreshRequest(id: number) {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...requestQuery(id), staleTime: 0 });
}

/** The saved request is known at once; lists and its person's page are asked for again. */
function updateRequestCache(queryClient: QueryClient, request: DataRequest) {
  queryClient.setQueryData(requestQuery(request.id).queryKey, request);
  void queryClient.invalidateQueries({ queryKey: ['personal-data', 'requests', 'list'] });
  if (request.person) void queryClient.invalidateQueries({ queryKey: ['personal-data', 'person', request.person.id] });
}

export function useCreateRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody) => call(personalData.createRequest, { body }),
    onSuccess: (_id, { personId }) => {
      void queryClient.invalidateQueries({ queryKey: ['personal-data', 'requests'] });
      if (personId) void queryClient.invalidateQueries({ queryKey: ['personal-data', 'person', personId] });
    },
  });
}

export function useChangeRequest(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestPatch) => call(personalData.changeRequest, { params: { id }, body }),
    onSuccess: (request) => updateRequestCache(queryClient, request),
  });
}

/** Marks the person of an opposition as not to be called. */
export function useMarkDoNotCall(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => call(personalData.markDoNotCall, { params: { id }, body: { version } }),
    onSuccess: (request) => updateRequestCache(queryClient, request),
  });
}

export function useRemoveRequester(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => call(personalData.removeRequester, { params: { id }, body: { version } }),
    onSuccess: (request) => updateRequestCache(queryClient, request),
  });
}

export function useAnswerRequest(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AnswerBody) => call(personalData.answerRequest, { params: { id }, body }),
    onSuccess: (request) => updateRequestCache(queryClient, request),
  });
}
