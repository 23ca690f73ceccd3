import type { CallInput, EndpointSpec, Method, Reply } from './endpoint.ts';

/** `idempotencyKey`: one per intended effect; a retry with the same key is the same mutation. */
type CallOptions = { signal?: AbortSignal; idempotencyKey?: string; timeoutMs?: number };

/** Input, unless the endpoint takes none, and options. */
type CallArguments<E extends EndpointSpec> = keyof CallInput<E> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: CallInput<E>, options?: CallOptions];
type Call = <E extends EndpointSpec>(spec: E, ...rest: CallArguments<E>) => Promise<Reply<E>>;

type Plain = string | number | boolean | null | undefined;
type Parts = { params?: Record<string, Plain>; query?: Record<string, Plain>; body?: unknown };
/** `url` is below the API root. A public request is sent without a token. */
export type ClientRequest = CallOptions & {
  method: Method;
  url: string;
  body?: unknown;
  isPublic?: boolean;
  withCookies?: boolean;
};
type Send = (request: ClientRequest) => Promise<unknown>;

/** Empty and undefined query values are left out: filters send only what was filled in. */
export function urlOf(spec: EndpointSpec, { params = {}, query = {} }: Parts): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/** The answer is validated by the endpoint's schema. */
export function createCall(send: Send): Call {
  const call = async (spec: EndpointSpec, parts: Parts = {}, options: CallOptions = {}) => {
    const { method, access, response, cookies } = spec;
    const request = {
      method,
      url: urlOf(spec, parts),
      body: parts.body,
      isPublic: access === 'public',
      ...(cookies && { withCookies: true }),
      ...options,
    };
    return response.parse(await send(request));
  };
  return call as Call;
}
