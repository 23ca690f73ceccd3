import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { identity } from '@campanero/contract/auth/identity';
import { secondFactor } from '@campanero/contract/auth/second-factor';
import { calls } from '@campanero/contract/calls/endpoints';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { liveForecasts } from '@campanero/contract/live/forecasts';
import type { EndpointSpec, Reply } from '@campanero/contract/endpoint';
import { ERRORS, wireText } from '@campanero/contract/errors';
import type { ErrorCode } from '@campanero/contract/errors';
import { installation } from '@campanero/contract/installation/endpoints';
import { phone } from '@campanero/contract/phone/endpoints';
import { notifications } from '@campanero/contract/notifications/endpoints';

interface Given {
  request: Request;
  params: Record<string, string>;
  query: URLSearchParams;
}
type Answer<T> = T | ((given: Given) => T | Promise<T>);

const handlers = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/** Answers an endpoint of the contract; what it answers is checked by the endpoint's own schema. */
export function reply<E extends EndpointSpec>(spec: E, answer: Answer<Reply<E>>, options: { delayMs?: number } = {}) {
  return handlers[spec.method](`*/api${spec.path}`, async ({ request, params }) => {
    if (options.delayMs) await delay(options.delayMs);
    const given = { request, params: params as Record<string, string>, query: new URL(request.url).searchParams };
    const body = typeof answer === 'function' ? await (answer as (given: Given) => Promise<Reply<E>>)(given) : answer;
    const status = spec.status ?? 200;
    if (status === 204) return new HttpResponse(null, { status });
    return HttpResponse.json(spec.response.parse(body) as Record<string, unknown>, { status });
  });
}

interface RefusalOptions {
  retryAfter?: number;
  errors?: { field: string; message: string }[];
}

/** Refuses as the server does: status and words come from the contract's table. */
export function refuse(spec: EndpointSpec, code: ErrorCode, { retryAfter, errors }: RefusalOptions = {}) {
  return handlers[spec.method](`*/api${spec.path}`, () =>
    HttpResponse.json(
      { message: wireText(code), error: code, ...(errors && { errors }) },
      {
        status: ERRORS[code].status,
        ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
      },
    ),
  );
}

/** Takes a change made on the newest version and refuses any other, as the server does. `take` stores it and answers. */
export function replyVersioned<E extends EndpointSpec>(
  spec: E,
  versionNow: () => number,
  take: (body: Record<string, unknown>) => Reply<E>,
) {
  return handlers[spec.method](`*/api${spec.path}`, async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    if (body['version'] !== versionNow())
      return HttpResponse.json({ message: wireText('CONFLICT'), error: 'CONFLICT' }, { status: 409 });
    return HttpResponse.json(spec.response.parse(take(body)) as Record<string, unknown>);
  });
}

/** The network is down for this endpoint. */
export const fail = (spec: EndpointSpec) => handlers[spec.method](`*/api${spec.path}`, () => HttpResponse.error());

export const A_DIAL: Reply<typeof phone.dial> = {
  template: 'tel:{number}',
  zero: false,
  fifteen: false,
  nine: false,
  allMobile: false,
  shortLocal: false,
  areaCode: null,
  version: 0,
  updatedAt: null,
  updatedBy: null,
  causeStates: {},
  extension: null,
  hasEvents: false,
};

/**
 * No test may reach anything it has not declared, save for what the frame asks by itself: nothing rings, nothing is being called,
 * and nobody has called yet today or promised to, unless a test says so.
 */
export const server = setupServer(
  reply(notifications.list, { notifications: [], total: 0 }),
  reply(installation.facts, { city: '', logoURL: null, districtId: null, areaCode: null, version: 0 }),
  reply(calls.today, { callsMade: 0, contacted: 0, effective: 0, pending: 0 }),
  reply(calls.callbacks, []),
  reply(phone.dial, A_DIAL),
  reply(identity.ways, { password: true, code: false, directory: false }),
  reply(secondFactor.state, { enabled: false, since: null, codesLeft: 0, required: false, readable: true }),
  reply(campaigns.running, { running: 0 }),
  reply(liveForecasts.forecasts, []),
);
