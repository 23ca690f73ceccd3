import { calls } from '@campanero/contract/calls/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export interface CallKey {
  campaignId: number;
  callId: number;
}

/** Everything registered on a call, newest first. */
export const historyQuery = ({ campaignId, callId }: CallKey) =>
  queryOptions({
    queryKey: ['calls', 'history', callId] as const,
    queryFn: ({ signal }) => call(calls.history, { params: { id: campaignId, callId } }, { signal }),
  });
