import type { CallInput, EndpointSpec, Reply } from '@campanero/contract/endpoint';
import {
  type DataTag,
  type FetchQueryOptions,
  hashKey,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type SkipToken,
  skipToken,
  type UndefinedInitialDataOptions,
  useMutation,
  type UseMutationOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { call } from './api.ts';
import { useAttemptKey } from './attempt-key.ts';
import { errorText } from './errors.ts';
import { queryClient } from './query-client.ts';
import { notify } from './snackbar.ts';

/** First part of every query key. Socket events and mutations name the topics that they make stale. */
export type Topic =
  | 'audience'
  | 'audit'
  | 'auth'
  | 'block-lists'
  | 'callbacks'
  | 'caller-search'
  | 'calling-rules'
  | 'calls'
  | 'campaigns'
  | 'configuration'
  | 'contacts'
  | 'dashboard'
  | 'day'
  | 'exports'
  | 'forms'
  | 'installation'
  | 'live'
  | 'loads'
  | 'lookups'
  | 'mail'
  | 'monitor'
  | 'notifications'
  | 'personal-data'
  | 'quick-panel'
  | 'retention'
  | 'session'
  | 'statistics'
  | 'status'
  | 'users';

/** A topic, or the part of one that is invalidated on its own: one campaign's audience. */
type Scope = Topic | readonly [Topic, ...unknown[]];

/** The key of one query, or without its whole input the common part of several. */
export const endpointKey = <E extends EndpointSpec>(
  scope: Scope,
  { path }: E,
  input?: { params?: Partial<CallInput<E>['params' & keyof CallInput<E>]> },
): readonly [Topic, ...unknown[]] => [...scopeKey(scope), path, ...(input ? [input] : [])];

const scopeKey = (scope: Scope) => (typeof scope === 'string' ? ([scope] as const) : scope);

type Untyped = (
  endpoint: EndpointSpec,
  input: unknown,
  options: { signal?: AbortSignal; idempotencyKey?: string; timeoutMs?: number },
) => Promise<unknown>;

interface QueryOptions<T> extends Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn' | 'select' | 'initialData'> {
  timeoutMs?: number;
}
/** What is kept of the answer, where that is not all of it. */
interface Reading<E extends EndpointSpec, T> {
  read: (reply: Reply<E>) => T;
}
type HasInput<E extends EndpointSpec> = keyof CallInput<E> extends never ? false : true;
type QueryInput<E extends EndpointSpec> = HasInput<E> extends true ? CallInput<E> | SkipToken : undefined;
type EndpointQuery<T> = UndefinedInitialDataOptions<T> & { queryKey: DataTag<QueryKey, T, Error> };

/** Asks an endpoint. Its key is the scope, the endpoint's path and the input; nothing is asked with `skipToken` as input. */
export function endpointQuery<E extends EndpointSpec, T>(
  scope: Scope,
  endpoint: E,
  input: QueryInput<E>,
  options: QueryOptions<NoInfer<T>> & Reading<E, T>,
): EndpointQuery<T>;
export function endpointQuery<E extends EndpointSpec>(
  scope: Scope,
  endpoint: E,
  ...rest: HasInput<E> extends true
    ? [input: CallInput<E> | SkipToken, options?: QueryOptions<Reply<E>>]
    : [input?: undefined, options?: QueryOptions<Reply<E>>]
): EndpointQuery<Reply<E>>;
export function endpointQuery(
  scope: Scope,
  endpoint: EndpointSpec,
  input?: object | SkipToken,
  { read, timeoutMs, ...options }: QueryOptions<unknown> & Partial<Reading<EndpointSpec, unknown>> = {},
) {
  const ask = async ({ signal }: QueryFunctionContext) => {
    const reply = await (call as Untyped)(endpoint, input, { signal, timeoutMs });
    return read ? read(reply) : reply;
  };
  const isSkipped = input === skipToken;
  return queryOptions({
    ...options,
    queryKey: [...scopeKey(scope), endpoint.path, ...(input && !isSkipped ? [input] : [])] as QueryKey,
    queryFn: isSkipped ? skipToken : ask,
  });
}

/** For `placeholderData`: other filters keep the figures on screen until the new ones are there; other params never. */
export const keepForSame =
  (params: Record<string, unknown>) =>
  <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    const before = query?.queryKey.at(-1) as { params?: object } | undefined;
    return before?.params && hashKey([before.params]) === hashKey([params]) ? previous : undefined;
  };

/** Resolves when what is on screen of them has been fetched again. */
export const invalidate = (...scopes: readonly Scope[]) =>
  Promise.all(scopes.map((scope) => queryClient.invalidateQueries({ queryKey: scopeKey(scope) })));

/** The server's present answer, also where one is cached. */
export const fetchFresh = <T>(query: FetchQueryOptions<T>): Promise<T> =>
  queryClient.fetchQuery({ ...query, staleTime: 0 });

type Scopes<V, R> = readonly Scope[] | ((input: V, reply: R | undefined) => readonly Scope[]);

interface ChangeOptions<V, R> extends Pick<UseMutationOptions<R, Error, V>, 'gcTime' | 'networkMode'> {
  /** The query that now has the reply as its data. */
  replaces?: (reply: R, input: V) => { queryKey: DataTag<QueryKey, R, Error> };
  /** What is asked for again; nothing waits for it. */
  changes?: Scopes<V, R>;
  /** What is asked for again before the mutation counts as done. */
  refetches?: Scopes<V, R>;
  /** `changes` and `refetches` also after a refusal: most of them mean that the screen is out of date. */
  evenIfRefused?: boolean;
  /**
   * The same input again after a lost answer keeps its idempotency key, so that it takes effect once. A function says what
   * counts as the same, where the input is no plain value.
   */
  isRepeatable?: true | ((input: V) => string);
  onMutate?: (input: V) => unknown;
  onSuccess?: (reply: R, input: V) => unknown;
  onError?: (error: Error) => unknown;
  /** Shown after an error that says nothing itself; without it the caller shows the error. */
  failed?: string;
}

/** Sends something that changes data, and brings the cached queries up to date. */
export function useChange<V, R>(
  send: (input: V, options: { idempotencyKey?: string }) => Promise<R>,
  options: ChangeOptions<V, R> = {},
) {
  const { replaces, changes = [], refetches = [], evenIfRefused, isRepeatable, failed, gcTime, networkMode } = options;
  const keyFor = useAttemptKey();
  const update = async (input: V, reply?: R) => {
    const scopesOf = (scopes: Scopes<V, R>) => (typeof scopes === 'function' ? scopes(input, reply) : scopes);
    void invalidate(...scopesOf(changes));
    await invalidate(...scopesOf(refetches));
  };
  return useMutation<R, Error, V, unknown>({
    gcTime,
    networkMode,
    onMutate: options.onMutate,
    mutationFn: (input) => {
      const content = isRepeatable === true ? JSON.stringify(input) : isRepeatable?.(input);
      return send(input, content === undefined ? {} : { idempotencyKey: keyFor(content) });
    },
    onSuccess: async (reply, input) => {
      if (replaces) queryClient.setQueryData<unknown>(replaces(reply, input).queryKey, reply);
      await options.onSuccess?.(reply, input);
      await update(input, reply);
    },
    onError: async (error, input) => {
      if (failed !== undefined) notify.error(errorText(error, failed));
      await options.onError?.(error);
      if (evenIfRefused) await update(input);
    },
  });
}

type MutationInput<E extends EndpointSpec> = HasInput<E> extends true ? CallInput<E> : void;

/** The same for one endpoint, whose input are the variables of the mutation. */
export const useEndpointMutation = <E extends EndpointSpec>(
  endpoint: E,
  { timeoutMs, ...options }: ChangeOptions<MutationInput<E>, Reply<E>> & { timeoutMs?: number } = {},
) =>
  useChange<MutationInput<E>, Reply<E>>(
    (input, sent) => (call as Untyped)(endpoint, input, { ...sent, timeoutMs }) as Promise<Reply<E>>,
    options,
  );
