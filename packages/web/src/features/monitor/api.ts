import { lookups } from '@campanero/contract/lookups/endpoints';
import { monitor } from '@campanero/contract/monitor/endpoints';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';

/** Figures with the moment they are of, for "Actualizado HH:mm". */
const stamped = async <T extends object>(answer: Promise<T>) => ({ ...(await answer), at: now() });

/** Today's calls of one side, by operator. */
export const operatorDayQuery = (external: boolean) =>
  queryOptions({
    queryKey: ['monitor', 'day', external] as const,
    queryFn: ({ signal }) => stamped(call(monitor.day, { query: { external: external ? '1' : '0' } }, { signal })),
  });

interface DetailFilters {
  campaigns?: string | undefined;
  fromdate?: string | undefined;
  todate?: string | undefined;
}

/** One operator's calls by day; nothing is asked without an operator. */
export const operatorDetailQuery = (operatorId: number | undefined, filters: DetailFilters) =>
  queryOptions({
    queryKey: ['monitor', 'detail', operatorId, filters] as const,
    queryFn:
      operatorId === undefined
        ? skipToken
        : ({ signal }) => stamped(call(monitor.detail, { params: { id: operatorId }, query: filters }, { signal })),
    // Other filters keep the same person's figures on screen until the new ones are there; another person's never.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === operatorId && operatorId !== undefined ? keepPreviousData(previous) : undefined,
  });

/** The campaigns one may choose among for an operator. */
export const operatorCampaignsQuery = (operatorId: number | undefined) =>
  queryOptions({
    queryKey: ['monitor', 'campaigns', operatorId] as const,
    queryFn:
      operatorId === undefined
        ? skipToken
        : ({ signal }) => call(lookups.userCampaigns, { params: { id: operatorId } }, { signal }),
  });
