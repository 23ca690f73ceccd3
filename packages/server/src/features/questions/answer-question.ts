import { isClosed } from '@campanero/contract/campaigns/status';
import type { QuestionAnswerBody } from '@campanero/contract/questions/schemas';
import { findQuestionCampaign } from '../../call-store/read/index.ts';
import { closeQuestion, type LockedQuestion, lockQuestion } from '../../call-store/write/index.ts';
import { selectFirst, type Trx } from '../../db/index.ts';
import { letter, queueMail } from '../../integrations/mailer/queue-mail.ts';
import { AppError, notify, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { auditAbout } from '../../work/audit.ts';
import { found } from '../../work/app-error.ts';
import { lockCallingCampaign } from '../calls/calling-campaign.queries.ts';

// Any manager of the campaign, once: the answer goes to the operator's bell and stands in the call's history. The audit says who
// and when, not the words, which can be erased. Lock order: campaign (shared), question.
export const answerQuestion = (
  ctx: SignedCtx,
  id: number,
  body: QuestionAnswerBody,
): Promise<{ id: number; closedAt: Date }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { campaignId } = found(await findQuestionCampaign(trx, actor, id));
    const campaign = await lockCallingCampaign(trx, actor, campaignId);
    if (isClosed(campaign)) throw new AppError('CAMPAIGN_FINISHED');
    const question = found(await lockQuestion(trx, id));
    if (question.closedAt !== null) throw new AppError('QUESTION_CLOSED');
    const answer = body.answer || null;
    if (answer !== null && question.isErased) throw new AppError('CALL_ERASED');
    await closeQuestion(trx, { id, answer, userId: actor.id }, now);
    work.publishActivity(campaign);
    await audit(auditAbout('CONTACTO', 'call')(question.callId, 'ACCIÓN'), {
      after: {
        Acción: answer === null ? 'Consulta cerrada sin respuesta' : 'Consulta respondida',
        Campaña: campaign.name,
      },
    });
    if (answer !== null) await tellAsker(work, question, campaign, ctx.config.publicUrl);
    return { id, closedAt: now };
  });

/** The words stand in bell and inbox only, where they are read from the question. */
async function tellAsker(work: Work, question: LockedQuestion, campaign: { id: number; name: string }, site: string) {
  const { id, userId, callId } = question;
  if (userId === work.actor.id) return;
  await notify(work, [{ userId, action: 'ANSWER', subject: `answer:${id}`, campaignId: campaign.id, callId }]);
  const asker = await findAsker(work.trx, userId);
  if (!asker) return;
  const said = `${work.actor.name} respondió la consulta que usted hizo en la campaña «${campaign.name}».`;
  await queueMail(work, {
    userId,
    to: asker.email,
    subject: `Respondieron su consulta: ${campaign.name}`,
    text: letter(
      asker.firstName,
      said,
      'La respuesta está en su Inbox y en el historial del contacto:',
      `${site}/apps/mail`,
    ),
    inboxText: letter(asker.firstName, said),
    questionId: id,
  });
}

/** Undefined if they left. */
const findAsker = (trx: Trx, userId: number) =>
  selectFirst<{ firstName: string; email: string }>(trx)`
    select first_name, email from app_user where id = ${userId} and not disabled and kind = 'person'`;
