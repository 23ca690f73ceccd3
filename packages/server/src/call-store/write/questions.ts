import type { CallQuestion } from '../../db/schema.gen.ts';
import type { Insertable, Selectable } from 'kysely';
import { insertRow, run, selectFirst, type Trx } from '../../db/index.ts';

type NewQuestion = Pick<Insertable<CallQuestion>, 'entryId' | 'callId' | 'campaignId' | 'userId' | 'question'>;

/** A question of the operator beside a registration (rule calls/questions). Returns its id. */
export const insertQuestion = (trx: Trx, question: NewQuestion, now: Date): Promise<number> =>
  insertRow(trx, 'callQuestion', { ...question, askedAt: now });

export type LockedQuestion = Pick<Selectable<CallQuestion>, 'id' | 'callId' | 'userId' | 'closedAt'> & {
  /** Its words were erased: an answer could only be about the erased person. */
  isErased: boolean;
};

export const lockQuestion = (trx: Trx, id: number) =>
  selectFirst<LockedQuestion>(trx)`
    select id, call_id, user_id, closed_at, question = '(borrado)' as is_erased from call_question where id = ${id} for update`;

interface Closing {
  id: number;
  answer: string | null;
  userId: number;
}

export const closeQuestion = (trx: Trx, { id, answer, userId }: Closing, now: Date) =>
  run(trx)`
    update call_question set answer = ${answer}, closed_by = ${userId}, closed_at = ${now} where id = ${id}`;

/** Of the entries that lose their observations (erase_history_words). */
export const eraseQuestions = (
  trx: Trx,
  { calls, others, persons }: Record<'calls' | 'others' | 'persons', readonly number[]>,
) =>
  run(trx)`
    update call_question set question = '(borrado)', answer = case when answer is not null then '(borrado)' end
    from call_history h
    where h.call_id = call_question.call_id and h.id = call_question.entry_id
      and (call_question.call_id = any(${[...calls]}::bigint[])
        and (h.person_id is null or h.person_id = any(${[...persons]}::bigint[]))
      or call_question.call_id = any(${[...others]}::bigint[]) and h.person_id = any(${[...persons]}::bigint[]))`;
