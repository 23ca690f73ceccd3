import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { api } from '@campanero/contract';
import type { SubscriptionBody } from '@campanero/contract/outgoing-events/schemas';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { deliverDue } from '../src/features/outgoing-events/deliver-events.ts';
import { listDueSubscriptions } from '../src/features/outgoing-events/outgoing-events.queries.ts';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** By default 204. A number is a status. */
type Behaviour = (event: ReceivedEvent, response: ServerResponse) => number | void | Promise<number | void>;

export interface EventReceiver {
  url: string;
  /** Whose signature the library of Standard Webhooks accepted, in the order of arrival. */
  received: ReceivedEvent[];
  refused: string[];
  headers: http.IncomingHttpHeaders[];
  secret: string;
  behave: Behaviour;
  close(): Promise<void>;
}

/** Self-signed, and expired. */
const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHKbVYMu8E6GVqiKM
Oa/P9gd7r1PPKu6VZRl+VOjr2C6hRANCAARywOkU6kjQ6HNxFxT7lFGnzo33Z0Ih
cwdP/cIodjf+IFJprCvaVFzrM12ID3uozvLhluhycfkFoBh2vAosyair
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUBbHTJgJ6zVodFM0ym4W3bL5LyoowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTExOTA4MjEzMVoXDTI2MTEyMDA4
MjEzMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEcsDpFOpI0OhzcRcU+5RRp86N92dCIXMHT/3CKHY3/iBSaawr2lRc6zNd
iA97qM7y4ZbocnH5BaAYdrwKLMmoq6NTMFEwHQYDVR0OBBYEFHtUY9zDxJ0YlJRt
dMusKmMPuGSIMB8GA1UdIwQYMBaAFHtUY9zDxJ0YlJRtdMusKmMPuGSIMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAKXM4ugoAD/yWwXBJ9PldMgX
s1VdmHvTg+as1dhXY966AiA+86gY/id2aQV3F5zBJy5MvchgyDCtYUOOk2bKtpLT
9Q==
-----END CERTIFICATE-----`,
};

/** Another system that gets events. */
export async function anEventReceiver(
  { clock }: Pick<TestApp, 'clock'>,
  { tls = false, port = 0 } = {},
): Promise<EventReceiver> {
  const answer = (request: IncomingMessage, response: ServerResponse) => void take(state, clock, request, response);
  const server = tls ? https.createServer(TLS, answer) : http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const state: EventReceiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/eventos`,
    received: [],
    refused: [],
    headers: [],
    secret: '',
    behave: () => {},
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  onTestFinished(() => state.close());
  return state;
}

async function take(
  state: EventReceiver,
  clock: TestApp['clock'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  state.headers.push(request.headers);
  const body = Buffer.concat(chunks).toString('utf8');
  let event: ReceivedEvent;
  try {
    const verified = at(clock, () => new Webhook(state.secret).verify(body, request.headers as Record<string, string>));
    event = { ...(verified as ReceivedEvent), id: String(request.headers['webhook-id']) };
  } catch (error) {
    state.refused.push((error as Error).message);
    response.writeHead(401).end();
    return;
  }
  state.received.push(event);
  const status = await state.behave(event, response);
  if (!response.headersSent) response.writeHead(status ?? 204).end();
}

/** The library accepts moments of the last minutes only. */
function at<T>(clock: TestApp['clock'], verify: () => T): T {
  const { now } = Date;
  Date.now = () => clock.now().getTime();
  try {
    return verify();
  } finally {
    Date.now = now;
  }
}

export async function aSubscription(
  world: TestApp,
  admin: TestUser,
  receiver: EventReceiver,
  body: Partial<SubscriptionBody> = {},
) {
  const kinds: SubscriptionBody['kinds'] = ['call.registered', 'call.corrected', 'call.callback'];
  const whole = { name: 'Mesa 147', url: receiver.url, kinds, campaignIds: null, withPerson: false, ...body };
  const reply = await as(world, admin).call(api.outgoingEvents.create, { body: whole });
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  receiver.secret = reply.body.secret;
  return reply.body.subscription;
}

/** What the workers do each second, until nothing is due. */
export async function sendEvents(world: TestApp, signal = new AbortController().signal): Promise<void> {
  for (const id of await listDueSubscriptions(world.db, world.clock.now())) await deliverDue(world.deps, id, signal);
}
