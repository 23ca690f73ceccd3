import { urlOf } from '@campanero/contract/client';
import type { CallInput, EndpointSpec, Reply } from '@campanero/contract/endpoint';
import type { ErrorBody } from '@campanero/contract/errors';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

interface Answer<E extends EndpointSpec> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** Success and error shape: a test asserts on the one it expects. */
  body: Reply<E> & ErrorBody;
}

export interface RawInput {
  params?: Record<string, string | number | boolean | null | undefined>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** Requests as a user, or anonymously with `null`. `call` is typed by the endpoint; `send` is not. */
export function as(world: TestApp, user: Pick<TestUser, 'token'> | null) {
  async function send<E extends EndpointSpec>(
    spec: E,
    input: RawInput = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<E>> {
    const reply = await world.app.inject({
      method: spec.method,
      url: `/api${urlOf(spec, input)}`,
      headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
      ...(input.body !== undefined && { payload: input.body as object }),
    });
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: reply.body === '' ? undefined : parse(reply.body),
    };
  }
  const call = <E extends EndpointSpec>(spec: E, input?: CallInput<E>, headers?: Record<string, string>) =>
    send(spec, input as RawInput, headers);
  return { call, send };
}

function parse(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Oldest first. */
export const auditOf = (world: TestApp) =>
  world.db
    .selectFrom('audit')
    .select(['userId', 'action', 'subaction', 'info', 'objectType', 'objectId'])
    .orderBy('id')
    .execute();
