import { personalData } from '@campanero/contract/personal-data/endpoints';
import type { DataRequest } from '@campanero/contract/personal-data/request-schemas';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const DATA_REQUEST_FAILED = 'No fue posible guardar el pedido. Inténtelo de nuevo o contacte con el soporte.';

/** Everything on a person's page: a change of the person can show in any part of it. */
export const personScope = (id: number) => ['personal-data', 'person', id] as const;
export const requestScope = ['personal-data', 'requests'] as const;

export const personQuery = (id: number) =>
  endpointQuery(personScope(id), personalData.person, { params: { id } }, { refetchOnWindowFocus: false });

export const requestQuery = (id: number) => endpointQuery(requestScope, personalData.request, { params: { id } });
export const fetchRequest = (id: number) => fetchFresh(requestQuery(id));

/** The saved request is known at once; lists and its person's page are asked for again. */
export const requestSaved = {
  replaces: ({ id }: DataRequest) => requestQuery(id),
  changes: (_input: unknown, request: DataRequest | undefined) => [
    endpointKey(requestScope, personalData.requests),
    ...(request?.person ? [personScope(request.person.id)] : []),
  ],
};

/** `failed`: said after any refusal, by buttons that have no form around them. */
export const useChangeRequest = (failed?: string) =>
  useEndpointMutation(personalData.changeRequest, { ...requestSaved, failed });
