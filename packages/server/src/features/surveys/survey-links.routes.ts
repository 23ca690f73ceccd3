import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { createErrorHandler } from '../../http/error-handler.ts';
import { limitPublicRoutes } from '../../http/public-limit.ts';
import { asPublicPage } from '../../http/public-page.ts';
import { isSafeInput } from '../../http/validation.ts';
import { addressGroup } from '../../work/address-group.ts';
import { AppError, type Ctx, type Deps, found, hitOrRefuse } from '../../work/index.ts';
import { peek } from '../../work/rate-limit.ts';
import { SEES_ALL } from '../../call-store/reach.ts';
import { getCallingCampaign } from '../calls/calling-campaign.queries.ts';
import { askForCall, listCallTimes, opposeByLink, readLink, saveForm } from './answer-by-link.ts';
import { readForm, type SentForm, shownItems, type Typed, typedOf } from './link-form.policy.ts';
import { linkPage, type LinkPage, noLinkPage, saidPage } from './link-page.words.ts';
import { findCity, findLink, type SurveyLink } from './survey-links.queries.ts';
import { findAsked } from './surveys.queries.ts';

/** Sixty long texts, each letter as twelve characters of a form. */
const FORM_BYTES = 786_432;
/** Wrong addresses from one place: guessing 128 bits is hopeless, and must not load the database either. */
const UNKNOWN = { limit: 200, windowSeconds: 15 * 60 };
/** Forms of one link: each leaves a row for good. */
const SENT = { limit: 60, windowSeconds: 3600 };

type Params = { Params: { token: string }; Body: string | undefined };
type PageRequest = FastifyRequest<Params>;

/** The page of a neighbour's link, outside the API: no account, no script, no cookie (rule surveys/links). */
export function addSurveyLinks(app: FastifyInstance, { log, clock }: Deps, publicLimit?: number): void {
  app.register(async (routes) => {
    limitPublicRoutes(routes, clock, publicLimit);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    routes.setErrorHandler(createErrorHandler(log, sayFailure));
    // Before the body is read.
    routes.addHook('onRequest', async (request) => void (await getLink(request.ctx, tokenOf(request))));
    const config = { access: 'public' as const };
    routes.get<Params>('/r/:token', { config }, async (request, reply) => {
      const link = await getLink(request.ctx, request.params.token);
      return asPublicPage(request, reply).send(linkPage(await pageOf(request.ctx, link)));
    });
    routes.post<Params>('/r/:token', { config, bodyLimit: FORM_BYTES }, (request, reply) => answerForm(request, reply));
  });
}

const tokenOf = ({ params }: FastifyRequest) => (params as Params['Params']).token;

async function getLink(ctx: Ctx, token: string): Promise<SurveyLink> {
  const key = `survey-link:unknown:${addressGroup(ctx.address)}`;
  const now = ctx.clock();
  const { allowed, retryAfter } = await peek(ctx.db, key, UNKNOWN, now);
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
  const link = await findLink(ctx.db, token, now);
  if (link) return link;
  await hitOrRefuse(ctx.db, key, UNKNOWN, now);
  throw new AppError('NOT_FOUND');
}

type Shown = Partial<Pick<LinkPage, 'errors' | 'message'>> & { typed?: Typed };

async function pageOf(
  { db, clock }: Ctx,
  link: SurveyLink,
  { typed, errors = new Map(), message = null }: Shown = {},
): Promise<LinkPage> {
  const [state, campaign, asked, city] = await Promise.all([
    readLink(db, link),
    getCallingCampaign(db, SEES_ALL, link.campaignId),
    findAsked(db, link.surveyId),
    findCity(db),
  ]);
  return {
    city,
    surveyName: found(asked).name,
    campaignName: campaign.name,
    items: shownItems(state.items, state.answers),
    typed: new Map([...typedOf(state.items, state.answers), ...(typed ?? [])]),
    errors,
    message,
    seen: state.seen,
    surveyId: link.surveyId,
    number: state.number,
    expiresAt: link.expiresAt,
    callTimes: await listCallTimes(db, campaign, clock()),
  };
}

const OLDER =
  'Mientras tanto se guardaron otras respuestas suyas, o cambiaron las preguntas. Revise lo que sigue y envíelo de nuevo.';
const WRONG = 'Lo que está bien quedó guardado. Falta corregir:';
const MORE = 'Lo que respondió quedó guardado. Por sus respuestas hay algo más que preguntarle:';
const DONE = 'Gracias. Sus respuestas quedaron guardadas.';

async function answerForm(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx } = request;
  const { token } = request.params;
  const link = await getLink(ctx, token);
  const form = readForm(request.body ?? '');
  if (!isSafeInput([...form.typed.values()])) throw new AppError('BAD_REQUEST');
  await hitOrRefuse(ctx.db, `survey-link:sent:${link.id}`, SENT, ctx.clock());
  const page = asPublicPage(request, reply);
  if (form.action === 'no-calls') {
    await opposeByLink(ctx, token);
    return page.send(
      saidPage(
        await findCity(ctx.db),
        'Listo: no lo llamaremos más',
        'Las respuestas que haya dado quedan como están.',
      ),
    );
  }
  if (form.action === 'later') {
    const at = await askForCall(ctx, token, form.callbackAt);
    return page.send(
      saidPage(await findCity(ctx.db), 'Listo: lo llamaremos', `Quedó anotado para el ${formatDateTime(at)}.`),
    );
  }
  return sendSaved(ctx, page, { link, form, token });
}

async function sendSaved(
  ctx: Ctx,
  page: FastifyReply,
  { link, form, token }: { link: SurveyLink; form: SentForm; token: string },
) {
  const saved = await saveForm(ctx, token, form);
  if (saved.outcome === 'older') {
    const older = await pageOf(ctx, link, { typed: form.typed, message: { text: OLDER, isBad: true } });
    return page.status(409).send(linkPage(older));
  }
  const { errors, isComplete } = saved;
  if (errors.size > 0) {
    const typed = new Map(form.shown.map((id) => [id, form.typed.get(id) ?? []]));
    const wrong = await pageOf(ctx, link, { typed, errors, message: { text: WRONG, isBad: true } });
    return page.status(422).send(linkPage(wrong));
  }
  const message = isComplete ? { text: DONE, isBad: false } : { text: MORE, isBad: false };
  return page.send(linkPage(await pageOf(ctx, link, { message })));
}

const LATER = 'Inténtelo de nuevo en unos minutos; lo que ya envió está guardado.';

/** People read this: a page for every failure, the same one for every link that cannot be used. */
function sayFailure(refusal: AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, error, message, retryAfter } = refusal;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  const isGone = error === 'NOT_FOUND' || error === 'CALL_ERASED';
  const page = (city: string) =>
    isGone ? noLinkPage(city) : saidPage(city, 'No fue posible', status >= 500 ? LATER : message);
  void findCity(request.ctx.db)
    .catch(() => '')
    .then((city) =>
      asPublicPage(request, reply)
        .status(isGone ? 404 : status)
        .send(page(city)),
    );
}
