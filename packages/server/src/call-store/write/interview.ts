import { codeOf } from '@campanero/contract/surveys/answer-codes';
import { type Answers, isQuestion, type SurveyItem } from '@campanero/contract/surveys/definition';
import { isComplete, keepReachable } from '@campanero/contract/surveys/evaluate';
import type { Channel } from '@campanero/contract/surveys/schemas';
import { run, selectValue, type Trx } from '../../db/index.ts';
import { answersIn, findInterview } from '../read/interview.ts';
import type { LockedCall } from './lock-call.ts';
import { fillQuotas } from './quota-fill.ts';

interface InterviewSave {
  surveyId: number;
  /** The version that was on the screen, and what it asks. */
  number: number;
  items: readonly SurveyItem[];
  /** Those that were given or changed; the others stay as they are. */
  given: Answers;
  /** Whoever corrects leaves channel and interviewer as they were. */
  by: { channel: Channel; userId: number | null } | 'corrector';
  savedBy: number | null;
  entryId: number | null;
  now: Date;
}

export interface SavedInterview {
  answered: number;
  complete: boolean;
}

const TEXT_KINDS = new Set(['short', 'long']);

// Under the lock of the call. Two people who answer from older pages overwrite each other question by question and nothing else; each
// save keeps all answers as they were after it. What the answers hide now is forgotten; what other versions asked stays.
export async function saveInterview(trx: Trx, call: LockedCall, save: InterviewSave): Promise<SavedInterview> {
  const { surveyId, number, items, given, by, savedBy, entryId, now } = save;
  const before = await findInterview(trx, call.id);
  const answers = keepReachable(items, { ...(before && answersIn(items, before)), ...given });
  const codes = codesAfter(before?.answers ?? [], items, answers);
  const complete = isComplete(items, answers);
  const channel = by === 'corrector' ? (before?.channel ?? 'phone') : by.channel;
  const userId = by === 'corrector' ? (before?.userId ?? savedBy) : by.userId;
  const completedAt = complete ? (before?.completedAt ?? now) : null;
  await run(trx)`
    insert into interview (call_id, campaign_id, survey_id, number, answers, complete, channel, user_id, started_at, saved_at, completed_at)
    values (${call.id}, ${call.campaignId}, ${surveyId}, ${number}, ${codes}::bigint[], ${complete}, ${channel}, ${userId}, ${now},
      ${now}, ${completedAt})
    on conflict (call_id) do update set survey_id = excluded.survey_id, number = excluded.number, answers = excluded.answers,
      complete = excluded.complete, channel = excluded.channel, user_id = excluded.user_id, saved_at = excluded.saved_at,
      completed_at = excluded.completed_at, version = interview.version + 1`;
  const saveId = await selectValue<number>(trx)`
    insert into interview_save (call_id, campaign_id, entry_id, user_id, channel, survey_id, number, answers, complete, saved_at)
    values (${call.id}, ${call.campaignId}, ${entryId}, ${savedBy}, ${channel}, ${surveyId}, ${number}, ${codes}::bigint[], ${complete},
      ${now}) returning id`;
  await saveTexts(trx, call, saveId, { items, given, answers });
  await fillQuotas(trx, call, complete, now);
  return { answered: codes.filter((code) => code !== null).length, complete };
}

/** By place; as long as the last one that is answered. */
function codesAfter(
  before: readonly (number | null)[],
  items: readonly SurveyItem[],
  answers: Answers,
): (number | null)[] {
  const codes = [...before];
  for (const { id, kind } of items.filter(isQuestion)) {
    const answer = answers[id];
    while (codes.length < id) codes.push(null);
    codes[id - 1] = answer ? codeOf(kind, answer) : null;
  }
  return codes.slice(0, codes.findLastIndex((code) => code !== null) + 1);
}

type Texts = Pick<InterviewSave, 'items' | 'given'> & { answers: Answers };

async function saveTexts(trx: Trx, call: LockedCall, saveId: number, { items, given, answers }: Texts): Promise<void> {
  const asked = items.filter(isQuestion).filter(({ kind }) => TEXT_KINDS.has(kind));
  // Replaced, answered otherwise, or hidden.
  const ended = asked.filter(({ id }) => given[id] !== undefined || answers[id] === undefined).map(({ id }) => id);
  if (ended.length === 0) return;
  await run(trx)`
    update interview_text set is_current = false
    where call_id = ${call.id} and is_current and question_id = any(${ended}::smallint[])`;
  const rows = ended.flatMap((id) => {
    const answer = given[id] && answers[id];
    return answer && 'text' in answer ? [{ id, words: answer.text }] : [];
  });
  if (rows.length === 0) return;
  await run(trx)`
    insert into interview_text (save_id, question_id, call_id, campaign_id, words)
    select ${saveId}, question_id, ${call.id}, ${call.campaignId}, words
    from unnest(${rows.map(({ id }) => id)}::smallint[], ${rows.map(({ words }) => words)}::text[]) as given (question_id, words)`;
}

/** Of the calls whose texts are erased (erasePeople): own ones wholly, with their links; others' where the save names the person. */
export async function eraseInterviewTexts(
  trx: Trx,
  { calls, others, persons }: Record<'calls' | 'others' | 'persons', readonly number[]>,
): Promise<void> {
  await run(
    trx,
  )`update survey_link set digest = null where call_id = any(${[...calls]}::bigint[]) and digest is not null`;
  await run(trx)`
    update interview_text t set words = '(borrado)'
    from interview_save s
    where s.id = t.save_id and t.call_id = any(${[...calls, ...others]}::bigint[]) and (
      t.call_id = any(${[...calls]}::bigint[]) and (s.entry_id is null or not exists (
        select from call_history h where h.id = s.entry_id and h.call_id = s.call_id and h.person_id <> all(${[...persons]}::bigint[])))
      or s.entry_id is not null and exists (
        select from call_history h where h.id = s.entry_id and h.call_id = s.call_id and h.person_id = any(${[...persons]}::bigint[])))`;
}
