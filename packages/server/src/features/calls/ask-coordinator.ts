import { insertQuestion } from '../../call-store/write/index.ts';
import { selectValue, type Trx } from '../../db/index.ts';
import { notify, type Work } from '../../work/index.ts';

type Question = Parameters<typeof insertQuestion>[1] & { campaignId: number; userId: number };

/** In the registration's transaction, and only where there is a question: other registrations cost nothing more. */
export async function askCoordinator(work: Work, question: Question): Promise<void> {
  const { trx, now } = work;
  const id = await insertQuestion(trx, question, now);
  const coordinatorId = await selectCoordinator(trx, question.campaignId);
  if (coordinatorId === null || coordinatorId === question.userId) return;
  const { campaignId } = question;
  await notify(work, [{ userId: coordinatorId, action: 'QUESTION', subject: `question:${id}`, campaignId }]);
}

const selectCoordinator = (trx: Trx, campaignId: number) =>
  selectValue<number | null>(trx)`select coordinated_by from campaign where id = ${campaignId}`;
