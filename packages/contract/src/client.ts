import type { ApiGroup, CallInput, EndpointSpec, Method, Reply } from './endpoint.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** One key per intended effect: a retry with the same key is the same mutation (decisions 2). */
  idempotencyKey?: string;
}

type Call<E extends EndpointSpec> = keyof CallInput<E> extends never
  ? (input?: undefined, options?: CallOptions) => Promise<Reply<E>>
  : (input: CallInput<E>, options?: CallOptions) => Promise<Reply<E>>;
export type Client<A extends Record<string, ApiGroup>> = {
  [G in keyof A]: { [K in keyof A[G]]: Call<A[G][K]> };
};

type Plain = string | number | boolean | null | undefined;
interface Parts {
  params?: Record<string, Plain>;
  query?: Record<string, Plain>;
  body?: unknown;
}
export interface ClientRequest extends CallOptions {
  method: Method;
  /** Below the API root, with its query. */
  url: string;
  body?: unknown;
}
export type Send = (request: ClientRequest) => Promise<unknown>;

/** Empty and undefined query values are left out: filters send only what was filled in (spec 5, Filters). */
export function urlOf(spec: EndpointSpec, { params = {}, query = {} }: Parts): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/** The typed client: one function per declared endpoint, its answer checked by the endpoint's own schema. */
export function createClient<A extends Record<string, ApiGroup>>(api: A, send: Send): Client<A> {
  const call =
    (spec: EndpointSpec) =>
    async (parts: Parts = {}, options: CallOptions = {}) =>
      spec.response.parse(await send({ method: spec.method, url: urlOf(spec, parts), body: parts.body, ...options }));
  const group = (specs: ApiGroup) =>
    Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, call(spec)]));
  return Object.fromEntries(Object.entries(api).map(([name, specs]) => [name, group(specs)])) as Client<A>;
}
