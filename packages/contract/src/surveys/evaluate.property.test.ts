import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAnswer, anySurvey, surveysOf, sampleItem, when } from '../../test/survey-samples.ts';
import { answerOf, codeOf } from './answer-codes.ts';
import { type Answer, type Answers, isQuestion, isStep, type SurveyItem } from './definition.ts';
import {
  answerError,
  isComplete,
  keepReachable,
  missing,
  nextStep,
  progress,
  reachable,
  skipOptional,
} from './evaluate.ts';
import { surveyMistakes, UNREACHABLE } from './mistakes.ts';

/** Answers for all questions, of which an interview uses what it asks. */
const withAnswers = anySurvey.chain((items) =>
  fc
    .record(Object.fromEntries(items.filter(isQuestion).map((question) => [question.id, anyAnswer(question)])))
    .map((all) => ({ items, all: all as Answers })),
);

/** Asks one question after another, as the page does. */
function interview(items: readonly SurveyItem[], all: Answers, from: Answers = {}) {
  const answers: Record<number, Answer> = { ...from };
  const asked: number[] = [];
  for (let step = nextStep(items, answers); step; step = nextStep(items, answers)) {
    const open = missing(items, answers)[0]!;
    asked.push(open.id);
    answers[open.id] = all[open.id]!;
    if (asked.length > items.length) throw new Error('it does not end');
  }
  return { answers, asked };
}

describe('the evaluator', () => {
  test('never asks an unreachable question and ends with nothing missing', () => {
    fc.assert(
      fc.property(withAnswers, ({ items, all }) => {
        const { answers, asked } = interview(items, all);
        const shown = reachable(items, answers).map(({ id }) => id);
        expect(asked.filter((id) => !shown.includes(id))).toEqual([]);
        expect(missing(items, answers)).toEqual([]);
        expect(isComplete(items, answers)).toBe(
          shown.some((id) => items.some((each) => each.id === id && isQuestion(each))),
        );
        // In the order of the questionnaire: no answer opens an earlier question.
        expect(asked).toEqual(asked.toSorted((a, b) => a - b));
        expect(progress(items, answers)).toEqual({ done: asked.length, total: asked.length });
      }),
    );
  });

  test('going back and changing an answer forgets exactly what it hides', () => {
    fc.assert(
      fc.property(withAnswers, fc.nat(), ({ items, all }, place) => {
        const { answers, asked } = interview(items, all);
        const questions = items.filter(isQuestion).filter(({ id }) => asked.includes(id));
        const changed = questions[place % Math.max(1, questions.length)];
        if (!changed) return;
        const other: Answer = changed.required ? { none: 'unknown' } : { none: 'skipped' };
        const after = { ...answers, [changed.id]: other };
        const shown = new Set(reachable(items, after).map(({ id }) => id));
        const kept = keepReachable(items, after);
        expect(Object.keys(kept).map(Number)).toEqual(asked.filter((id) => shown.has(id)).toSorted((a, b) => a - b));
        // Until it is saved nothing is lost: changed back, everything is there again.
        expect(keepReachable(items, { ...after, [changed.id]: answers[changed.id]! })).toEqual(answers);
        // And what was forgotten changes nothing that is shown.
        expect(reachable(items, kept)).toEqual(reachable(items, after));
      }),
    );
  });

  test('whoever goes on later is asked the rest and nothing twice', () => {
    fc.assert(
      fc.property(withAnswers, fc.nat(9), ({ items, all }, count) => {
        const whole = interview(items, all);
        const half = Object.fromEntries(whole.asked.slice(0, count).map((id) => [id, all[id]!]));
        const rest = interview(items, all, half);
        expect(rest.asked).toEqual(whole.asked.slice(count));
        expect(rest.answers).toEqual(whole.answers);
      }),
    );
  });

  test('answers come back from their codes', () => {
    fc.assert(
      fc.property(withAnswers, ({ items, all }) => {
        for (const question of items.filter(isQuestion)) {
          const given = all[question.id]!;
          expect(answerError(question, given)).toBeUndefined();
          const code = codeOf(question.kind, given);
          expect(Number.isSafeInteger(code)).toBe(true);
          const back = answerOf(question.kind, code, 'text' in given ? given.text : undefined)!;
          expect('values' in back ? { values: back.values.toSorted((a, b) => a - b) } : back).toEqual(
            'values' in given ? { values: given.values.toSorted((a, b) => a - b) } : given,
          );
        }
      }),
    );
  });

  test('a question that some interview reaches is not called unreachable', () => {
    fc.assert(
      fc.property(withAnswers, ({ items, all }) => {
        const shown = new Set(reachable(items, interview(items, all).answers).map(({ id }) => id));
        const refused = surveyMistakes(items).filter(({ message }) => message === UNREACHABLE);
        expect(refused.filter(({ itemId }) => shown.has(itemId!))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('a question that is called reachable is reached by some interview', () => {
    // Few questions with few options: all interviews can be tried.
    const small = surveysOf(['yesNo', 'choice', 'note'], 5);
    fc.assert(
      fc.property(small, (items) => {
        const shown = new Set<number>();
        const tryAll = (answers: Answers) => {
          for (const { id } of reachable(items, answers)) shown.add(id);
          const open = missing(items, answers)[0];
          if (!open) return;
          const every: Answer[] = [
            { none: open.required ? 'unknown' : 'skipped' },
            { value: 1 },
            { value: 2 },
            { value: 3 },
          ];
          for (const each of every) if (!answerError(open, each)) tryAll({ ...answers, [open.id]: each });
        };
        tryAll({});
        const refused = surveyMistakes(items)
          .filter(({ message }) => message === UNREACHABLE)
          .map(({ itemId }) => itemId);
        expect(refused).toEqual(
          items
            .filter(isStep)
            .filter(({ id }) => !shown.has(id))
            .map(({ id }) => id),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('a form that leaves optional questions empty is complete, required ones are missing', () => {
    fc.assert(
      fc.property(anySurvey, (items) => {
        const sent = skipOptional(items, {});
        expect(missing(items, sent).every(({ required }) => required)).toBe(true);
      }),
    );
  });
});

describe('where an interview goes on', () => {
  const items = [
    sampleItem(1, 'yesNo'),
    sampleItem(2, 'note', { showIf: when(1, 'is', 1) }),
    sampleItem(3, 'note'),
    sampleItem(4, 'short', { required: false }),
  ];
  test('with the notes that are read before the question', () => {
    expect(nextStep(items, { 1: { value: 1 } })?.id).toBe(2);
    expect(nextStep(items, { 1: { value: 2 } })?.id).toBe(3);
    expect(nextStep(items, { 1: { value: 2 }, 4: { none: 'skipped' } })).toBeUndefined();
  });

  test('an answer that a new version no longer allows is asked again', () => {
    const narrower = [
      sampleItem(1, 'scale', { from: 1, to: 3 }),
      sampleItem(2, 'yesNo', { showIf: when(1, 'atLeast', 3) }),
    ];
    expect(missing(narrower, { 1: { value: 5 } }).map(({ id }) => id)).toEqual([1]);
  });
});
