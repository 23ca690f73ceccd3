import type * as api from '@campanero/contract/api';
import type { CallInput, EndpointSpec, Reply } from '@campanero/contract/endpoint';
import {
  type DataTag,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type SkipToken,
  skipToken,
  type UndefinedInitialDataOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';

type Kebab<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';

type OtherTopic = 'audit' | 'callbacks' | 'caller-search' | 'day' | 'session' | 'statistics';
/** First part of every query key; named by socket events and mutations. Most are a group of endpoints: `block-lists`. */
export type Topic = Kebab<keyof typeof api> | OtherTopic;

/** A topic, or a part of it such as the audience of one campaign. */
export type Scope = Topic | readonly [Topic, ...unknown[]];

/** The key of a query, or without input the common part of several. */
export const endpointKey = <E extends EndpointSpec>(
  scope: Scope,
  { path }: E,
  input?: { params?: Partial<CallInput<E>['params' & keyof CallInput<E>]> },
): readonly [Topic, ...unknown[]] => [...scopeKey(scope), path, ...(input ? [input] : [])];

const scopeKey = (scope: Scope) => (typeof scope === 'string' ? ([scope] as const) : scope);

/** `call` where the endpoint is a type parameter. */
export const callUntyped = call as (
  endpoint: EndpointSpec,
  input: unknown,
  options: { signal?: AbortSignal; idempotencyKey?: string; timeoutMs?: number },
) => Promise<unknown>;

interface QueryOptions<T> extends Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn' | 'select' | 'initialData'> {
  timeoutMs?: number;
  /** The time until it is asked again; false: not. */
  pollMs?: (data: T) => number | false;
}
type Reading<E extends EndpointSpec, T> = { read: (reply: Reply<E>) => T };
export type HasInput<E extends EndpointSpec> = keyof CallInput<E> extends never ? false : true;
type QueryInput<E extends EndpointSpec> = HasInput<E> extends true ? CallInput<E> | SkipToken : undefined;
type EndpointQuery<T> = UndefinedInitialDataOptions<T> & { queryKey: DataTag<QueryKey, T, Error> };

/** A query of an endpoint; its key is scope, path and input. `skipToken` as input disables it. */
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
  { read, timeoutMs, pollMs, ...options }: QueryOptions<unknown> & Partial<Reading<EndpointSpec, unknown>> = {},
) {
  const ask = async ({ signal }: QueryFunctionContext) => {
    const reply = await callUntyped(endpoint, input, { signal, timeoutMs });
    return read ? read(reply) : reply;
  };
  const isSkipped = input === skipToken;
  return queryOptions({
    ...(pollMs && { refetchInterval: ({ state }) => state.data !== undefined && pollMs(state.data) }),
    ...options,
    queryKey: [...scopeKey(scope), endpoint.path, ...(input && !isSkipped ? [input] : [])] as QueryKey,
    queryFn: isSkipped ? skipToken : ask,
  });
}

/** Resolves when the active queries have been fetched again. */
export const invalidate = (...scopes: readonly Scope[]) =>
  Promise.all(scopes.map((scope) => queryClient.invalidateQueries({ queryKey: scopeKey(scope) })));
