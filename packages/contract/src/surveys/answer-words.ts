import { formatDay } from '../shared/dates.ts';
import { type Answer, optionsOf, type SurveyQuestion, UNKNOWN_WORDS } from './definition.ts';

const optionInWords = (question: SurveyQuestion, value: number): string => {
  const text = optionsOf(question).find(({ id }) => id === value)?.text ?? '';
  if (question.kind === 'scale') return text ? `${value} (${text})` : String(value);
  return text || `Opción ${value}`;
};

/** As a person reads it. */
export function answerInWords(question: SurveyQuestion, given: Answer): string {
  if ('none' in given) return given.none === 'unknown' ? UNKNOWN_WORDS : 'Sin responder';
  if ('text' in given) return given.text;
  if ('date' in given) return formatDay(given.date);
  if ('values' in given) return given.values.map((value) => optionInWords(question, value)).join(', ');
  if (question.kind !== 'number') return optionInWords(question, given.value);
  return `${given.value.toLocaleString('es-AR')}${question.unit && ` ${question.unit}`}`;
}
