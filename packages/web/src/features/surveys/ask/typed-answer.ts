import type { Answer, QuestionKind, SurveyQuestion } from '@campanero/contract/surveys/definition';
import { formatDay } from '@campanero/contract/shared/dates';

// Between an answer and what is typed for it. Something unfinished stays as it was typed: no answer yet, but kept.

/** 1.500 has a thousand, 1.5, 1,5 and 0.500 have decimals. */
const GROUPED = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const DECIMAL = /^-?\d+(?:[.,]\d+)?$/;

function numberFrom(typed: string): number | undefined {
  const text = typed.replaceAll(/\s/g, '');
  if (GROUPED.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return DECIMAL.test(text) ? Number(text.replace(',', '.')) : undefined;
}

const DATE = /^(\d{1,2})[-/. ]?(\d{1,2})[-/. ]?(\d{4})$/;

/** Day, month and year, with or without something between them. */
function dayFrom(typed: string): string | undefined {
  const [, day = '', month = '', year = ''] = DATE.exec(typed.trim()) ?? [];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  // The 31st of a shorter month would become a day of the next one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

export function answerFrom(kind: QuestionKind, typed: string): Answer {
  const value = kind === 'number' ? numberFrom(typed) : undefined;
  if (value !== undefined && Number.isFinite(value)) return { value };
  const date = kind === 'date' ? dayFrom(typed) : undefined;
  return date === undefined ? { text: typed } : { date };
}

export function typedFrom(given: Answer | undefined): string {
  if (!given || 'none' in given || 'values' in given) return '';
  if ('text' in given) return given.text;
  return 'date' in given ? formatDay(given.date) : String(given.value).replace('.', ',');
}

/** An upper limit for fields that hold no text; longer texts are kept and refused with a sentence. */
export const TYPED_MAX: Partial<Record<SurveyQuestion['kind'], number>> = { number: 20, date: 12 };
