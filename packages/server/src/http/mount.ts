import { api } from '@campanero/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiGroup, EndpointSpec, HandlerInput, HandlerReply } from '@campanero/contract/endpoint';
import { BODY_LIMIT } from '@campanero/contract/limits';
import type { Access } from '@campanero/contract/roles';
import type { UploadedFile } from '../integrations/files/port.ts';
import type { Ctx, SignedCtx } from '../work/context.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { acceptUpload } from './connections.ts';
import { readIdempotency } from './authenticate.ts';
import { checkFormHeaders, receiveForm } from './uploads.ts';
import { strictQuery } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: the server does not start with a route that has none. */
    access?: Access;
    /** Absent on routes that are not part of the API. */
    spec?: EndpointSpec;
  }
}

/** The actor is absent on public endpoints only. */
type CtxOf<E extends EndpointSpec> = E['access'] extends 'public' ? Ctx : SignedCtx;
/** `file` and `prepared` endpoints write the reply themselves and return it; a 204 has no content. */
type AnswerOf<E extends EndpointSpec> = E extends { file: true } | { prepared: true }
  ? FastifyReply
  : E extends { status: 204 }
    ? unknown
    : HandlerReply<E>;

type InputOf<E extends EndpointSpec> = HandlerInput<E> &
  (E extends { multipart: true } ? { files: UploadedFile[] } : unknown);

type Handler<E extends EndpointSpec> = (
  input: InputOf<E>,
  ctx: CtxOf<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<AnswerOf<E>>;
/** Refuses an upload before its files are sent, where possible; the handler checks again afterwards. */
type Precheck<E extends EndpointSpec> = (
  input: Pick<HandlerInput<E>, 'params' | 'query'>,
  ctx: CtxOf<E>,
  request: FastifyRequest,
) => Promise<void>;
type Prechecks<G extends ApiGroup> = {
  [K in keyof G as G[K] extends { multipart: true } ? K : never]?: Precheck<G[K]>;
};
/** Exactly one handler per declared endpoint, checked by the compiler. */
export type Handlers<G extends ApiGroup> = { [K in keyof G]: Handler<G[K]> };

type AnyPrecheck = (input: unknown, ctx: Ctx, request: FastifyRequest) => Promise<void>;
type AnyHandler = (input: unknown, ctx: Ctx, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds the routes of a contract group, with access, validation, idempotency and response filtering. */
export function mount<G extends ApiGroup>(
  app: FastifyInstance,
  tag: string,
  specs: G,
  handlers: NoInfer<Handlers<G>>,
  prechecks: NoInfer<Prechecks<G>> = {},
): void {
  for (const [name, spec] of Object.entries(specs))
    // Handlers<G> has checked each handler against its spec; the loop cannot express that.
    mountOne(app, `${tag}.${name}`, tag, spec, {
      handle: handlers[name as keyof G] as unknown as AnyHandler,
      precheck: (prechecks as Record<string, AnyPrecheck | undefined>)[name],
    });
}

type Api = typeof api;
/** Lint cannot check computed names of a namespace. */
const groups: Api = api;

export const routesOf =
  <N extends keyof Api>(name: N, handlers: NoInfer<Handlers<Api[N]>>, prechecks: NoInfer<Prechecks<Api[N]>> = {}) =>
  (app: FastifyInstance): void =>
    mount(app, name, groups[name], handlers, prechecks);

/** Public endpoints receive little more than an email and a password. */
const PUBLIC_BODY_LIMIT = 8_192;
/** Does not apply to forms, which are streamed and limited part by part (uploads.ts). */
const bodyLimitOf = (spec: EndpointSpec) =>
  spec.bodyLimit ?? (spec.access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT);

type Mounted = { handle: AnyHandler; precheck: AnyPrecheck | undefined };

function mountOne(app: FastifyInstance, operationId: string, tag: string, spec: EndpointSpec, mounted: Mounted) {
  app.route({
    method: spec.method,
    url: spec.path,
    config: { access: spec.access, spec },
    bodyLimit: bodyLimitOf(spec),
    // HEAD runs the same handler, and cannot carry the body that some GETs need.
    exposeHeadRoute: spec.method === 'GET' && !spec.body && !spec.hasEffect,
    schema: {
      operationId,
      summary: spec.summary,
      tags: [tag],
      ...(spec.params && { params: spec.params }),
      querystring: strictQuery(spec.query),
      ...(spec.body && !spec.multipart && { body: spec.body }),
      ...(!spec.file && { response: { [spec.status ?? 200]: spec.response } }),
    },
    handler: (request, reply) => {
      if (spec.multipart) return answerForm(spec, mounted, request, reply);
      const { body } = request;
      return answer(spec, mounted.handle, request, reply, { input: { body }, content: body });
    },
  });
}

/** Files are kept only if the use case committed. If the connection breaks meanwhile, removeOrphans() decides later. */
async function answerForm(
  spec: EndpointSpec,
  { handle, precheck }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  await precheck?.({ params: request.params, query: request.query }, request.ctx, request);
  await checkFormHeaders(spec, request);
  acceptUpload(request, reply);
  const { fields, files, content, discard } = await receiveForm(spec, request);
  try {
    const payload = await answer(spec, handle, request, reply, { input: { body: fields, files }, content });
    if (reply.hasHeader(REPLAYED)) await discard();
    return payload;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) await discard();
    throw error;
  }
}

const REPLAYED = 'idempotency-replayed';

/** `content`: for the Idempotency-Key's fingerprint. */
type Sent = { input: { body: unknown; files?: UploadedFile[] }; content: unknown };

/** Reads the Idempotency-Key and marks replayed answers; transact() does the rest (work/idempotency.ts). */
async function answer(
  spec: EndpointSpec,
  handle: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
) {
  reply.status(spec.status ?? 200);
  const { params, query } = request;
  const idempotency = readIdempotency(spec, request, sent.content);
  const ctx = idempotency ? { ...request.ctx, idempotency } : request.ctx;
  const payload = await handle({ params, query, ...sent.input }, ctx, request, reply);
  if (idempotency?.outcome === 'replayed') reply.header(REPLAYED, 'true');
  // Returning undefined without send() would leave the request hanging.
  return spec.status === 204 ? reply.send() : payload;
}
