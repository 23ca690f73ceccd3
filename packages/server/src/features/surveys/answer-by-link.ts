import { hasHours, isOpen } from '@campanero/contract/calling-rules/calendar';
import { shiftDay } from '@campanero/contract/calls/calling-hours';
import { dueOn } from '@campanero/contract/personal-data/due';
import { dayBounds, formatDateTime, productDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { type Answers, answersAsList, type SurveyItem } from '@campanero/contract/surveys/definition';
import { missing } from '@campanero/contract/surveys/evaluate';
import { CHANNELS } from '@campanero/contract/surveys/schemas';
import { SEES_ALL } from '../../call-store/reach.ts';
import { answersIn, findInterview, findPersonIdOf } from '../../call-store/read/index.ts';
import { lockCall, lockPerson, saveInterview, setCallback, updatePerson } from '../../call-store/write/index.ts';
import type { Db, Trx } from '../../db/index.ts';
import { AppError, auditAbout, type Ctx, found, transact, type Work } from '../../work/index.ts';
import { calendarOf } from '../calling-rules/calling-rules.queries.ts';
import { type CallingCampaign, lockCallingCampaign } from '../calls/calling-campaign.queries.ts';
import { insertOpposition } from '../personal-data/request-work.queries.ts';
import { listHolidays } from '../personal-data/requests.queries.ts';
import { changesOf, readAnswers, type ReadAnswers, type SentForm } from './link-form.policy.ts';
import { findLink, markAnswered, type SurveyLink } from './survey-links.queries.ts';
import { findAsked, lockVersion } from './surveys.queries.ts';

export interface LinkState {
  /** What is asked, and of which version. */
  items: readonly SurveyItem[];
  number: number;
  answers: Answers;
  /** The interview's own version; null: nothing was answered yet. */
  seen: number | null;
}

/** A link is no right to anything else: whoever has it reads the answers of one call. */
export async function readLink(db: Db | Trx, { surveyId, callId }: SurveyLink): Promise<LinkState> {
  const asked = await findAsked(db, surveyId);
  if (!asked) throw new AppError('NOT_FOUND');
  const stored = await findInterview(db, callId);
  return {
    items: asked.items,
    number: asked.number,
    answers: stored ? answersIn(asked.items, stored) : {},
    seen: stored?.version ?? null,
  };
}

type Locked = Awaited<ReturnType<typeof lockLink>>;

/** Once more under the lock of the call: the link may have ended meanwhile. */
async function lockLink({ trx, now }: Pick<Work, 'trx' | 'now'>, token: string) {
  const before = found(await findLink(trx, token, now));
  const campaign = await lockCallingCampaign(trx, SEES_ALL, before.campaignId);
  const call = await lockCall(trx, campaign, before.callId);
  const link = found(await findLink(trx, token, now));
  return { link, campaign, call };
}

const callAudit = ({ campaign, call, link }: Locked, after: Record<string, string>) =>
  auditAbout('CONTACTO', 'call')(call.id, 'ACTUALIZAR', {
    after: { Campaña: campaign.name, Número: formatPhone(call.number), Canal: CHANNELS[link.channel], ...after },
  });

export type SavedForm =
  | (ReadAnswers & { outcome: 'saved'; isComplete: boolean })
  /** Somebody else answered meanwhile, or the questions are others now: nothing was saved. */
  | { outcome: 'older' };

// Rule surveys/links. What is right is saved, whatever is missing; the page comes back with the rest.
export const saveForm = (ctx: Ctx, token: string, form: SentForm): Promise<SavedForm> =>
  transact(ctx, { remember: false }, async (work): Promise<SavedForm> => {
    const { trx, now, audit, publishActivity } = work;
    const locked = await lockLink(work, token);
    const { link, campaign, call } = locked;
    const items = form.surveyId === link.surveyId && (await lockVersion(trx, link.surveyId, form.number));
    const stored = await findInterview(trx, call.id);
    if (!items || (stored?.version ?? null) !== form.seen) return { outcome: 'older' };
    const answers = stored ? answersIn(items, stored) : {};
    const read = readAnswers(items, answers, form);
    const given = changesOf(items, answers, read.given);
    const isComplete = missing(items, { ...answers, ...read.given }).length === 0;
    if (answersAsList(given).length === 0) return { ...read, outcome: 'saved', isComplete };
    const by = { channel: link.channel, userId: null };
    const saved = await saveInterview(trx, call, {
      surveyId: link.surveyId,
      number: form.number,
      items,
      given,
      by,
      savedBy: null,
      entryId: null,
      now,
    });
    await markAnswered(trx, link.id, now);
    publishActivity(campaign);
    await audit(
      callAudit(locked, {
        Relevamiento: `${saved.answered} respuestas por su enlace${saved.complete ? ', completo' : ''}`,
      }),
    );
    return { ...read, outcome: 'saved', isComplete };
  });

/** As an opposition that somebody registered: the request, done at once, and the mark on the person. */
export const opposeByLink = (ctx: Ctx, token: string): Promise<void> =>
  transact(ctx, { remember: false }, async (work) => {
    const { trx, now, audit } = work;
    const link = found(await findLink(trx, token, now));
    // Numbers are locked before calls everywhere, so the call is not locked here.
    const person = found(
      await lockPerson(trx, SEES_ALL, { personId: await findPersonIdOf(trx, link.callId), anywhere: true }),
    );
    found(await findLink(trx, token, now));
    if (person.doNotCall) return;
    await updatePerson(work, person, { doNotCall: true });
    const day = productDay(now);
    const asked = {
      personId: person.id,
      receivedOn: day,
      dueOn: dueOn(['OPOSICION'], day, await listHolidays(trx)),
      detail: `En la página del enlace que se le envió por ${CHANNELS[link.channel]} el ${formatDateTime(link.sentAt)}.`,
      createdBy: link.sentBy,
    };
    const request = await insertOpposition(trx, asked, now);
    await audit(auditAbout('CONTACTO', 'person')(person.id, 'ACTUALIZAR'), {
      before: { 'No llamar': 'No' },
      after: { 'No llamar': 'Sí', Motivo: `Pedido ${request} de oposición, desde el enlace de un relevamiento` },
    });
  });

const DAYS_AHEAD = 7;
const HOUR_MS = 3_600_000;
/** Where no rule says when: nobody wants a call at night. */
const USUAL = { from: 9, to: 20 };

/** Full hours within calling hours, from an hour after now until a week later or the campaign's end. */
export async function listCallTimes(
  db: Db | Trx,
  campaign: Pick<CallingCampaign, 'rules' | 'endDate'>,
  now: Date,
): Promise<Date[]> {
  const calendar = await calendarOf(db, campaign.rules);
  const isOffered = (at: Date) => {
    if (at.getTime() < now.getTime() + HOUR_MS || at >= campaign.endDate) return false;
    if (hasHours(campaign.rules)) return isOpen(calendar, at);
    const hour = (at.getTime() - dayBounds(productDay(at)).from.getTime()) / HOUR_MS;
    return hour >= USUAL.from && hour < USUAL.to;
  };
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) =>
    dayBounds(shiftDay(productDay(now), ahead)).from.getTime(),
  );
  return days
    .flatMap((midnight) => Array.from({ length: 24 }, (_, hour) => new Date(midnight + hour * HOUR_MS)))
    .filter(isOffered);
}

export const askForCall = (ctx: Ctx, token: string, callbackAt: string): Promise<Date> =>
  transact(ctx, { remember: false }, async (work) => {
    const { trx, now, audit } = work;
    const locked = await lockLink(work, token);
    const { campaign, call } = locked;
    const times = await listCallTimes(trx, campaign, now);
    const at = times.find((each) => each.toISOString() === callbackAt);
    if (!at) throw new AppError('CALLBACK_OUTSIDE_HOURS');
    await setCallback(work, campaign, call, at);
    await audit(callAudit(locked, { Rellamado: `${formatDateTime(at)}, a pedido de la persona` }));
    return at;
  });
