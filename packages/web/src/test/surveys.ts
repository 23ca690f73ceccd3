import type { SurveyDetail, SurveyRow } from '@campanero/contract/surveys/schemas';
import type { SurveyItem } from '@campanero/contract/surveys/definition';

/** A row of the library; what a test does not say is something plausible. */
export const aSurveyRow = (parts: Partial<SurveyRow> = {}): SurveyRow => ({
  id: 8,
  name: 'Satisfacción con el barrio',
  disable: false,
  version: 3,
  questions: 4,
  campaigns: 2,
  interviews: 0,
  updatedAt: '2026-11-16T15:00:00.000Z',
  ...parts,
});

const QUESTION = { help: '', required: true, showIf: null };
export const SURVEY_ITEMS: SurveyItem[] = [
  { id: 1, kind: 'section', text: 'El barrio' },
  { id: 2, kind: 'yesNo', text: '¿Vive en el barrio?', ...QUESTION },
  {
    id: 3,
    kind: 'choice',
    text: '¿Qué le hace falta?',
    ...QUESTION,
    options: [
      { id: 1, text: 'Luces' },
      { id: 2, text: 'Veredas' },
    ],
    showIf: { match: 'all', conditions: [{ questionId: 2, test: 'is', values: [1] }] },
  },
  { id: 4, kind: 'scale', text: '¿Qué nota le pone?', ...QUESTION, from: 1, to: 5, labels: [] },
];

export function aSurvey(parts: Partial<SurveyDetail> = {}): SurveyDetail {
  const items = parts.items ?? SURVEY_ITEMS;
  const interviews = parts.interviews ?? 0;
  return {
    ...aSurveyRow(),
    number: 2,
    items,
    lastIds: { item: 4, options: [{ itemId: 3, last: 2 }] },
    versions: [
      { number: 2, madeBy: { id: 2, name: 'Carolina Ibáñez' }, madeAt: '2026-11-16T15:00:00.000Z', interviews },
    ],
    ...parts,
  };
}
