import type { HeldCall } from '@campanero/contract/personal-data/schemas';
import { answerOf } from '@campanero/contract/surveys/answer-codes';
import { answerInWords } from '@campanero/contract/surveys/answer-words';
import { isQuestion, type SurveyItem } from '@campanero/contract/surveys/definition';

type HeldAnswer = HeldCall['answers'][number];

/** All answers of a call as a save left them, and what it brought in one's own words. */
interface SavedAnswers {
  items: readonly SurveyItem[];
  answers: readonly (number | null)[];
  texts: readonly { questionId: number; words: string }[];
  /** By the person. */
  isOwn: boolean;
}

/** What the person said in a call, each question as it was asked them last. `saves`: all of the call, in their order. */
export function heldAnswers(saves: readonly SavedAnswers[]): HeldAnswer[] {
  const held = new Map<number, HeldAnswer>();
  const said = new Map<number, string[]>();
  for (const [place, { items, answers, texts, isOwn }] of saves.entries()) {
    if (!isOwn) continue;
    const earlier = saves[place - 1]?.answers ?? [];
    const wordsOf = new Map(texts.map(({ questionId, words }) => [questionId, words]));
    for (const question of items.filter(isQuestion)) {
      const { id: questionId } = question;
      const [code = null, words] = [answers[questionId - 1], wordsOf.get(questionId)];
      // As it was before this save.
      if (words === undefined && code === (earlier[questionId - 1] ?? null)) continue;
      const before = said.get(questionId) ?? [];
      const given = code === null ? undefined : answerOf(question.kind, code, words);
      const answer = given ? answerInWords(question, given) : '';
      held.set(questionId, { questionId, question: question.text, answer, before });
      if (words !== undefined) said.set(questionId, [...before, words]);
    }
  }
  const order = (saves.at(-1)?.items ?? []).map(({ id }) => id);
  const placeOf = ({ questionId }: HeldAnswer) => (order.includes(questionId) ? order.indexOf(questionId) : Infinity);
  return [...held.values()]
    .filter(({ answer, before }) => answer !== '' || before.length > 0)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.questionId - b.questionId);
}
