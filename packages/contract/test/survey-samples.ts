import fc from 'fast-check';
import type { Answer, Condition, SurveyItem, SurveyQuestion, SurveyStep } from '../src/surveys/definition.ts';
import { isQuestion, optionsOf } from '../src/surveys/definition.ts';
import { testsOf } from '../src/surveys/mistakes.ts';

/** Questions with a few words, so that a test says only what matters to it. */
const base = { help: '', required: true, showIf: null };
type Of<K extends SurveyItem['kind']> = Extract<SurveyItem, { kind: K }>;
const more: { [K in SurveyItem['kind']]: Omit<Of<K>, 'id' | 'kind' | 'text'> } = {
  section: {},
  note: { help: '', showIf: null },
  choice: { ...base, options: ['Rojo', 'Verde', 'Azul'].map((text, place) => ({ id: place + 1, text })) },
  choices: { ...base, options: ['Pan', 'Queso', 'Vino'].map((text, place) => ({ id: place + 1, text })) },
  yesNo: base,
  scale: { ...base, from: 1, to: 5, labels: [] },
  number: { ...base, min: 0, max: 120, unit: 'años' },
  date: base,
  short: base,
  long: base,
};
export const sampleItem = <K extends SurveyItem['kind']>(id: number, kind: K, change: Partial<Of<K>> = {}): Of<K> =>
  ({ id, kind, text: `Pregunta ${id}`, ...more[kind], ...change }) as unknown as Of<K>;

export const when = (questionId: number, test: Condition['test'], ...values: number[]): SurveyStep['showIf'] => ({
  match: 'all',
  conditions: [{ questionId, test, values }],
});

const KINDS = ['note', 'choice', 'choices', 'yesNo', 'scale', 'number', 'date', 'short', 'long'] as const;

function conditionOn(question: SurveyQuestion): fc.Arbitrary<Condition> {
  return fc.constantFrom(...testsOf(question)).chain((test) => {
    const options = optionsOf(question).map(({ id }) => id);
    const value = options.length > 0 ? fc.constantFrom(...options) : fc.integer({ min: -5, max: 130 });
    const count = test === 'is' || test === 'not' ? { minLength: 1, maxLength: 3 } : { minLength: 1, maxLength: 1 };
    const values = test === 'answered' || test === 'unknown' ? fc.constant<number[]>([]) : fc.array(value, count);
    return values.map((chosen) => ({ questionId: question.id, test, values: chosen }));
  });
}

function showIfAmong(before: readonly SurveyQuestion[]): fc.Arbitrary<SurveyStep['showIf']> {
  if (before.length === 0) return fc.constant(null);
  const conditions = fc.array(fc.constantFrom(...before).chain(conditionOn), { minLength: 1, maxLength: 3 });
  const some = fc.record({ match: fc.constantFrom('all' as const, 'any' as const), conditions });
  return fc.option(some, { freq: 2 });
}

/** Questionnaires whose conditions are right in themselves; a question may still be unreachable. */
export const surveysOf = (kinds: readonly SurveyStep['kind'][], maxLength: number): fc.Arbitrary<SurveyItem[]> =>
  fc
    .array(fc.record({ kind: fc.constantFrom(...kinds), required: fc.boolean() }), { minLength: 1, maxLength })
    .chain((plan) => {
      const from = (items: SurveyItem[], place: number): fc.Arbitrary<SurveyItem[]> => {
        const next = plan[place];
        if (!next) return fc.constant(items);
        return showIfAmong(items.filter(isQuestion)).chain((showIf) => {
          const { required } = next;
          const made = sampleItem(place + 1, next.kind, { showIf, ...(next.kind !== 'note' && { required }) });
          return from([...items, made], place + 1);
        });
      };
      return from([], 0);
    });

/** An answer that the question allows. */
export function anyAnswer(question: SurveyQuestion): fc.Arbitrary<Answer> {
  const none: fc.Arbitrary<Answer> = fc.constant({ none: question.required ? 'unknown' : 'skipped' });
  const options = optionsOf(question).map(({ id }) => id);
  const given = (): fc.Arbitrary<Answer> => {
    switch (question.kind) {
      case 'choices':
        return fc.uniqueArray(fc.constantFrom(...options), { minLength: 1 }).map((values) => ({ values }));
      case 'number':
        return fc
          .integer({ min: (question.min ?? -50) * 100, max: (question.max ?? 50) * 100 })
          .map((n) => ({ value: n / 100 }));
      case 'date':
        return fc
          .integer({ min: -400, max: 40_000 })
          .map((days) => ({ date: new Date(days * 86_400_000).toISOString().slice(0, 10) }));
      case 'short':
      case 'long':
        return fc.constantFrom('sí', 'el colectivo', 'a<b>').map((text) => ({ text }));
      default:
        return fc.constantFrom(...options).map((value) => ({ value }));
    }
  };
  return fc.oneof({ weight: 4, arbitrary: given() }, { weight: 1, arbitrary: none });
}
export const anySurvey = surveysOf(KINDS, 9);
