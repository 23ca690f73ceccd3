import { personalData } from '@campanero/contract/personal-data/endpoints';
import type { DataRequest } from '@campanero/contract/personal-data/request-schemas';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const DATA_REQUEST_FAILED = 'No fue posible guardar el pedido. Inténtelo de nuevo o contacte con el soporte.';
export const DO_NOT_CALL_DONE = 'La persona quedó marcada como No llamar.';

export const personScope = (id: number) => ['personal-data', 'person', id] as const;
export const requestScope = ['personal-data', 'requests'] as const;

export const personQuery = (id: number) =>
  endpointQuery(personScope(id), personalData.person, { params: { id } }, { refetchOnWindowFocus: false });

export const requestQuery = (id: number) => endpointQuery(requestScope, personalData.request, { params: { id } });
export const fetchRequest = (id: number) => fetchFresh(requestQuery(id));

/** The reply is the new request; lists and person are fetched again. */
export const requestSaved = {
  replaces: ({ id }: DataRequest) => requestQuery(id),
  changes: (_input: unknown, request: DataRequest | undefined) => [
    endpointKey(requestScope, personalData.requests),
    ...(request?.person ? [personScope(request.person.id)] : []),
  ],
};

export const useCreateRequest = () =>
  useEndpointMutation(personalData.createRequest, {
    changes: ({ body: { personId } }) => [requestScope, ...(personId ? [personScope(personId)] : [])],
  });

/** `failed`: for buttons without a form. */
export const useChangeRequest = (failed?: string) =>
  useEndpointMutation(personalData.changeRequest, { ...requestSaved, failed });
