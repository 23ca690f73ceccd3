import { ApiError } from '../../lib/errors.ts';

export interface WrongAnswer {
  questionId: number;
  /** Undefined: the questionnaire itself says what is wrong. */
  message: string | undefined;
}

/** The question whose answer was refused, and why. */
export function refusedAnswer(error: unknown): WrongAnswer | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SURVEY_ANSWER') return undefined;
  const [field, message] = Object.entries(error.fields)[0] ?? [];
  return field?.startsWith('interview.')
    ? { questionId: Number(field.slice('interview.'.length)), message }
    : undefined;
}
