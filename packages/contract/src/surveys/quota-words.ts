import { isQuestion, optionsOf, type SurveyItem } from './definition.ts';
import type { QuotaCell } from './quota-schemas.ts';

const GENDERS = { F: 'mujeres', M: 'varones', X: 'otro género' };

/** Of whom the cell is: "mujeres, 18 a 29 años". */
export const cellInWords = (cell: QuotaCell, items: readonly SurveyItem[]): string =>
  [cell.sectionName, cell.gender && GENDERS[cell.gender], agesInWords(cell), answerOfCell(cell, items)]
    .filter(Boolean)
    .join(', ');

function agesInWords({ ageFrom, ageTo }: QuotaCell): string {
  if (ageFrom === null) return ageTo === null ? '' : `hasta ${ageTo} años`;
  return ageTo === null ? `desde ${ageFrom} años` : `${ageFrom} a ${ageTo} años`;
}

function answerOfCell({ answer }: QuotaCell, items: readonly SurveyItem[]): string {
  if (answer === null) return '';
  const question = items.filter(isQuestion).find(({ id }) => id === answer.questionId);
  const option = question && optionsOf(question).find(({ id }) => id === answer.value);
  return question ? `${question.text} ${option?.text || answer.value}` : 'una respuesta que ya no se pregunta';
}
