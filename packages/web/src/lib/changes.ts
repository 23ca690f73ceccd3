import type { CallInput, EndpointSpec, Reply } from '@campanero/contract/endpoint';
import {
  type DataTag,
  type FetchQueryOptions,
  hashKey,
  type QueryKey,
  useMutation,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { randomId } from './api.ts';
import { errorText } from './errors.ts';
import { callUntyped, type HasInput, invalidate, type Scope } from './queries.ts';
import { queryClient } from './query-client.ts';
import { notify } from './snackbar.ts';

// Not in lib/queries.ts: the start page needs no mutations.

/** For `placeholderData`: keeps the previous data while only other parts of the input than `params` change. */
export const keepForSame =
  (params: Record<string, unknown>) =>
  <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    const before = query?.queryKey.at(-1) as { params?: object } | undefined;
    return before?.params && hashKey([before.params]) === hashKey([params]) ? previous : undefined;
  };

export const fetchFresh = <T>(query: FetchQueryOptions<T>): Promise<T> =>
  queryClient.fetchQuery({ ...query, staleTime: 0 });

type Scopes<V, R> = readonly Scope[] | ((input: V, reply: R | undefined) => readonly Scope[]);

interface ChangeOptions<V, R> extends Pick<UseMutationOptions<R, Error, V>, 'gcTime' | 'networkMode'> {
  /** The query whose data the reply is. */
  replaces?: (reply: R, input: V) => { queryKey: DataTag<QueryKey, R, Error> };
  /** Invalidated without waiting. */
  changes?: Scopes<V, R>;
  /** Fetched again before the mutation counts as done. */
  refetches?: Scopes<V, R>;
  /** Also after a refusal, which often means outdated data. */
  evenIfRefused?: boolean;
  /** Repeated input keeps its idempotency key. The function gives the identity of input that is no plain value. */
  isRepeatable?: true | ((input: V) => string);
  onMutate?: (input: V) => unknown;
  onSuccess?: (reply: R, input: V) => unknown;
  onError?: (error: Error) => unknown;
  /** Shown after success. */
  done?: string;
  /** Shows errors, with this sentence where an error has none; without it the caller does. */
  failed?: string;
}

/** Keeps the idempotency key while the same content is sent again; changed content gets a new one. */
function useAttemptKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: randomId() };
    return last.current.key;
  };
}

export function useChange<V, R>(
  send: (input: V, options: { idempotencyKey?: string }) => Promise<R>,
  options: ChangeOptions<V, R> = {},
) {
  const { replaces, changes = [], refetches = [], evenIfRefused, isRepeatable, done, failed } = options;
  const keyFor = useAttemptKey();
  const update = async (input: V, reply?: R) => {
    const scopesOf = (scopes: Scopes<V, R>) => (typeof scopes === 'function' ? scopes(input, reply) : scopes);
    void invalidate(...scopesOf(changes));
    await invalidate(...scopesOf(refetches));
  };
  return useMutation<R, Error, V, unknown>({
    gcTime: options.gcTime,
    networkMode: options.networkMode,
    onMutate: options.onMutate,
    mutationFn: (input) => {
      const content = isRepeatable === true ? JSON.stringify(input) : isRepeatable?.(input);
      return send(input, content === undefined ? {} : { idempotencyKey: keyFor(content) });
    },
    onSuccess: async (reply, input) => {
      if (replaces) queryClient.setQueryData<unknown>(replaces(reply, input).queryKey, reply);
      await options.onSuccess?.(reply, input);
      await update(input, reply);
      if (done !== undefined) notify.success(done);
    },
    onError: async (error, input) => {
      if (failed !== undefined) notify.error(errorText(error, failed));
      await options.onError?.(error);
      if (evenIfRefused) await update(input);
    },
  });
}

type MutationInput<E extends EndpointSpec> = HasInput<E> extends true ? CallInput<E> : void;

export const useEndpointMutation = <E extends EndpointSpec>(
  endpoint: E,
  { timeoutMs, ...options }: ChangeOptions<MutationInput<E>, Reply<E>> & { timeoutMs?: number } = {},
) =>
  useChange<MutationInput<E>, Reply<E>>(
    (input, sent) => callUntyped(endpoint, input, { ...sent, timeoutMs }) as Promise<Reply<E>>,
    options,
  );
