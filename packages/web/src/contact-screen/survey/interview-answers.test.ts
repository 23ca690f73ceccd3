import { answersAsList, type Answers } from '@campanero/contract/surveys/definition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAnswer, anySurvey, sampleItem } from '../../../../contract/test/survey-samples.ts';
import { isQuestion } from '@campanero/contract/surveys/definition';
import { answerError, reachable } from '@campanero/contract/surveys/evaluate';
import { interviewBody } from '@campanero/contract/surveys/schemas';
import { changedAnswers, fitAnswers } from './interview-answers.ts';

const survey = (items: Parameters<typeof reachable>[0], parts = {}) => ({
  id: 5,
  name: 'V',
  number: 2,
  items: [...items],
  ...parts,
});

test('a megabyte of text is kept as it was typed, and not sent', () => {
  const items = [sampleItem(1, 'long'), sampleItem(2, 'yesNo')];
  const text = 'a'.repeat(1_048_576);
  const changed = changedAnswers(survey(items), {}, { 1: { text }, 2: { value: 1 } });
  expect(changed?.typed[1]).toEqual({ text });
  expect(changed?.wrong).toBe(1);
  expect(changed?.body?.answers).toEqual([{ questionId: 2, answer: { value: 1 } }]);
});

test('a number that cannot be kept is no answer yet: a phone number where anything may be typed', () => {
  const items = [sampleItem(1, 'number', { min: null, max: null }), sampleItem(2, 'yesNo')];
  const changed = changedAnswers(survey(items), {}, { 1: { value: 1_155_502_847 }, 2: { value: 1 } });
  expect(changed).toMatchObject({ wrong: 1, body: { answers: [{ questionId: 2 }] } });
});

test('what an older version allowed and this one does not is no mistake of whoever goes on', () => {
  const items = [sampleItem(1, 'choice'), sampleItem(2, 'yesNo')];
  const stored = { 1: { value: 49 } };
  expect(changedAnswers(survey(items), stored, { ...stored, 2: { value: 1 } })?.wrong).toBeNull();
  expect(changedAnswers(survey(items), stored, { 1: { value: 48 }, 2: { value: 1 } })?.wrong).toBe(1);
});

test('a version that lost a question sends what it still asks; the rest stays typed', () => {
  const before = survey([sampleItem(1, 'yesNo'), sampleItem(2, 'yesNo')]);
  const draft = changedAnswers(before, {}, { 1: { value: 1 }, 2: { value: 2 } })!;
  const now = survey([sampleItem(2, 'yesNo')], { number: 3 });
  expect(fitAnswers(draft, now, {})).toMatchObject({
    number: 3,
    typed: { 1: { value: 1 } },
    body: { number: 3, answers: [{ questionId: 2, answer: { value: 2 } }] },
    fitted: null,
  });
});

test('what is sent is always reachable, allowed and new, whatever was answered', () =>
  fc.assert(
    fc.property(
      anySurvey.chain((items) => {
        const questions = items.filter(isQuestion);
        const some = fc.tuple(...questions.map((question) => fc.option(anyAnswer(question), { nil: undefined })));
        const given = some.map((list) =>
          Object.fromEntries(list.flatMap((each, place) => (each ? [[questions[place]!.id, each]] : []))),
        );
        return fc.tuple(fc.constant(items), given, given);
      }),
      ([items, stored, changes]: [Parameters<typeof reachable>[0], Answers, Answers]) => {
        const answers = { ...stored, ...changes };
        const body = changedAnswers(survey(items), stored, answers)?.body;
        if (!body) return;
        expect(interviewBody.parse(body)).toEqual(body);
        const shown = reachable(items, answers).map(({ id }) => id);
        const was = answersAsList(stored).map((each) => JSON.stringify(each));
        for (const each of body.answers) {
          const question = items.filter(isQuestion).find(({ id }) => id === each.questionId)!;
          expect(shown).toContain(each.questionId);
          expect(answerError(question, each.answer)).toBeUndefined();
          expect(was).not.toContain(JSON.stringify(each));
        }
      },
    ),
  ));
