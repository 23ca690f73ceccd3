import { isClosed } from '@campanero/contract/campaigns/status';
import type { QuestionAnswerBody } from '@campanero/contract/questions/schemas';
import { findQuestionCampaign } from '../../call-store/read/index.ts';
import { closeQuestion, type LockedQuestion, lockQuestion } from '../../call-store/write/index.ts';
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
    if (answer !== null) await notifyAsker(work, question, campaignId);
    return { id, closedAt: now };
  });

const notifyAsker = (work: Work, { id, userId, callId }: LockedQuestion, campaignId: number) =>
  userId === work.actor.id
    ? Promise.resolve()
    : notify(work, [{ userId, action: 'ANSWER', subject: `answer:${id}`, campaignId, callId }]);
