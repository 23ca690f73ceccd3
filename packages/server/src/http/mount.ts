import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiGroup, EndpointSpec, HandlerInput, HandlerReply } from '@campanero/contract/endpoint';
import { BODY_LIMIT } from '@campanero/contract/limits';
import type { Access } from '@campanero/contract/roles';
import type { UploadedFile } from '../integrations/files/port.ts';
import type { Ctx, SignedCtx } from '../work/context.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { acceptUpload } from './connections.ts';
import { readIdempotency } from './authenticate.ts';
import { admitForm, receiveForm } from './uploads.ts';
import { strictQuery } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; a route without it does not boot. */
    access?: Access;
    /** The endpoint's declaration, absent on routes that are not part of the API. */
    spec?: EndpointSpec;
  }
}

/** Only on a public endpoint may the actor be absent. */
type CtxOf<E extends EndpointSpec> = E['access'] extends 'public' ? Ctx : SignedCtx;
/** A `file` or `prepared` endpoint writes its answer itself and hands back the reply it wrote to. */
type AnswerOf<E extends EndpointSpec> = E extends { file: true } | { prepared: true } ? FastifyReply : HandlerReply<E>;

/** The files of a form stand beside its fields. */
type InputOf<E extends EndpointSpec> = HandlerInput<E> &
  (E extends { multipart: true } ? { files: UploadedFile[] } : unknown);

type Handler<E extends EndpointSpec> = (
  input: InputOf<E>,
  ctx: CtxOf<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<AnswerOf<E>>;
/** Refuses a form before its files are sent, where possible; the handler checks again when they have arrived. */
type Precheck<E extends EndpointSpec> = (
  input: Pick<HandlerInput<E>, 'params' | 'query'>,
  ctx: CtxOf<E>,
  request: FastifyRequest,
) => Promise<void>;
type Judges<G extends ApiGroup> = {
  [K in keyof G as G[K] extends { multipart: true } ? K : never]?: Precheck<G[K]>;
};
/** One handler per declared endpoint: a missing or surplus one does not compile. */
export type Handlers<G extends ApiGroup> = { [K in keyof G]: Handler<G[K]> };

type AnyPrecheck = (input: unknown, ctx: Ctx, request: FastifyRequest) => Promise<void>;
type AnyHandler = (input: unknown, ctx: Ctx, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Turns a group of the contract into routes: access, validation, idempotency and the filter on answers come with it. */
export function mount<G extends ApiGroup>(
  app: FastifyInstance,
  tag: string,
  specs: G,
  handlers: NoInfer<Handlers<G>>,
  prechecks: NoInfer<Judges<G>> = {},
): void {
  for (const [name, spec] of Object.entries(specs))
    // The type Handlers has already checked this handler against this spec; a loop cannot express that.
    mountOne(app, `${tag}.${name}`, tag, spec, {
      handle: handlers[name as keyof G] as unknown as AnyHandler,
      judge: (prechecks as Record<string, AnyPrecheck | undefined>)[name],
    });
}

/** Public endpoints receive at most an address, a password and a name. */
const PUBLIC_BODY_LIMIT = 8_192;
/** A form is streamed and measured part by part (uploads.ts). */
const bodyLimitOf = (spec: EndpointSpec) =>
  spec.bodyLimit ?? (spec.access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT);

interface Mounted {
  handle: AnyHandler;
  judge: AnyPrecheck | undefined;
}

function mountOne(app: FastifyInstance, operationId: string, tag: string, spec: EndpointSpec, mounted: Mounted) {
  app.route({
    method: spec.method,
    url: spec.path,
    config: { access: spec.access, spec },
    bodyLimit: bodyLimitOf(spec),
    // A HEAD twin runs the same handler; nor could it carry the body that a GET with a body needs.
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
    handler: (request, reply) =>
      spec.multipart ? answerForm(spec, mounted, request, reply) : answerPlain(spec, mounted.handle, request, reply),
  });
}

const answerPlain = (spec: EndpointSpec, handle: AnyHandler, request: FastifyRequest, reply: FastifyReply) =>
  answer(spec, handle, request, reply, { input: { body: request.body }, content: request.body });

/**
 * The files of a form are in the store before the use case runs, and stay only if it committed, also when something fails
 * after the commit. If the connection to the database breaks at the commit, that is not known: removeOrphans() finds out later.
 */
async function answerForm(
  spec: EndpointSpec,
  { handle, judge }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  await judge?.({ params: request.params, query: request.query }, request.ctx, request);
  await admitForm(spec, request);
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

interface Sent {
  input: { body: unknown; files?: UploadedFile[] };
  /** What the fingerprint of an Idempotency-Key covers. */
  content: unknown;
}

/** Reads the Idempotency-Key and marks a replayed answer; the request's transact() does the rest (work/idempotency.ts). */
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
  // 204 has no body, and `undefined` alone would leave the request hanging.
  return spec.status === 204 ? reply.send() : payload;
}
