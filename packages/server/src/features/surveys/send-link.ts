import { CHANNELS } from '@campanero/contract/surveys/schemas';
import type { LinkChannel, SentLink } from '@campanero/contract/surveys/link-schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { findPersonIdOf, selectPeople } from '../../call-store/read/index.ts';
import type { Trx } from '../../db/index.ts';
import { SEES_ALL } from '../../call-store/reach.ts';
import { lockCall } from '../../call-store/write/index.ts';
import { queueMail, SIGNATURE } from '../../integrations/mailer/queue-mail.ts';
import { AppError, auditAbout, hitOrRefuse, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { isHeldByOther, mayRegister } from '../calls/calls.policy.ts';
import { assertOpenForCalls, lockCallingCampaign } from '../calls/calling-campaign.queries.ts';
import { findCity, insertLink, newToken } from './survey-links.queries.ts';

const KEPT_MS = 14 * 24 * 3_600_000;
/** Of one call: enough for a wrong address and a lost mail. */
const PER_CALL = { limit: 5, windowSeconds: 24 * 3600 };

// Rule surveys/links. By who may register the call; the address is in the mail or in the answer, and its digest in the database.
export const sendSurveyLink = (
  ctx: SignedCtx,
  key: { id: number; callId: number },
  channel: LinkChannel,
): Promise<SentLink> =>
  transact(ctx, { remember: channel === 'mail' && rememberMail(key.callId) }, async (work) => {
    const { trx, actor, now, audit } = work;
    const campaign = await lockCallingCampaign(trx, actor, key.id);
    const call = await lockCall(trx, campaign, key.callId);
    if (!mayRegister(actor, call, now)) throw new AppError('INVALID_OPERATOR');
    assertOpenForCalls(campaign, now);
    if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
    if (call.isNumberBlocked) throw new AppError('NUMBER_BLOCKED');
    if (campaign.surveyId === null) throw new AppError('SURVEY_NONE');
    await hitOrRefuse(trx, `survey-link:call:${call.id}`, PER_CALL, now);

    const token = newToken();
    const expiresAt = new Date(Math.min(now.getTime() + KEPT_MS, campaign.endDate.getTime()));
    await insertLink(trx, {
      token,
      callId: call.id,
      campaignId: key.id,
      channel,
      sentBy: actor.id,
      sentAt: now,
      expiresAt,
    });
    const link = { address: `${ctx.config.publicUrl}/r/${token}`, city: await findCity(trx), expiresAt };
    const to = channel === 'mail' ? await mailLink(work, call.personId, link) : null;
    await audit(auditAbout('CONTACTO', 'call')(call.id, 'ACCIÓN'), {
      after: { Acción: 'Enlace del relevamiento', Canal: CHANNELS[channel], 'Vale hasta': formatDate(expiresAt) },
    });
    return { to, whatsappUrl: to === null ? whatsappUrl(call.number, link) : null, expiresAt: expiresAt.toISOString() };
  });

/** A repeated request sends no second mail. An address for WhatsApp is kept nowhere, so that a repeated request makes another one. */
const rememberMail = (callId: number) => ({
  remember: ({ expiresAt }: SentLink) => ({ expiresAt }),
  recall: async (trx: Trx, { expiresAt }: { expiresAt: string }) => ({
    to: await findMail(trx, await findPersonIdOf(trx, callId)),
    whatsappUrl: null,
    expiresAt,
  }),
});

async function findMail(trx: Trx, personId: number): Promise<string> {
  const [person] = await selectPeople(trx, SEES_ALL, [personId]);
  return person?.email?.trim() ?? '';
}

interface Link {
  address: string;
  city: string;
  expiresAt: Date;
}

/** No name: another person may read it. */
async function mailLink(work: Work, personId: number, { address, city, expiresAt }: Link): Promise<string> {
  const to = await findMail(work.trx, personId);
  if (to === '') throw new AppError('PERSON_NO_MAIL');
  const from = city || 'La ciudad';
  const letter = (where: string) =>
    [
      `${from} le pide que responda unas preguntas. Puede hacerlo cuando quiera hasta el ${formatDate(expiresAt)}, y cambiar sus respuestas hasta ese día.`,
      where,
      'En la misma página puede pedir que lo llamen a otra hora, o que no lo llamen más.',
      SIGNATURE,
    ].join('\n\n');
  await queueMail(work, {
    userId: null,
    to,
    subject: city ? `Unas preguntas de ${city}` : 'Unas preguntas',
    text: letter(address),
    inboxText: letter('(enlace personal)'),
  });
  return to;
}

/** Mobiles have a 9 after the country; the operator sees in WhatsApp whether the number has it. */
const whatsappUrl = (number: number, { address, city }: Link) =>
  `https://wa.me/549${number}?text=${encodeURIComponent(
    `Hola. ${city ? `Somos de ${city}. ` : ''}Puede responder nuestras preguntas en este enlace: ${address}`,
  )}`;
