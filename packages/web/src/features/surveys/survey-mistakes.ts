import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { surveyItems } from '@campanero/contract/surveys/item-schemas';
import { type SurveyMistake, surveyMistakes } from '@campanero/contract/surveys/mistakes';
import { surveyBody } from '@campanero/contract/surveys/survey-schemas';

/** What the mistakes depend on: not on the words of a question, which are typed letter by letter. */
export const shapeOf = (items: readonly SurveyItem[]): string =>
  JSON.stringify(
    items.map((item) => ({
      ...item,
      text: item.text.trim() === '' ? '' : item.text.length > SHORT ? item.text : '-',
      ...('help' in item && { help: item.help.length > SHORT ? item.help : '' }),
    })),
  );
/** Shorter than the limit of any text. */
const SHORT = 500;

/** Everything for which the server would refuse the items. */
export function mistakesIn(items: readonly SurveyItem[]): SurveyMistake[] {
  const parsed = surveyItems.safeParse(items);
  if (parsed.success) return surveyMistakes(parsed.data);
  return parsed.error.issues.map(({ path: [place], message }) => ({
    itemId: typeof place === 'number' ? items[place]?.id : undefined,
    message,
  }));
}

export const nameMistake = (name: string) => surveyBody.shape.name.safeParse(name).error?.issues[0]?.message;

/** By item; those of the whole questionnaire under 0. */
export function byItem(mistakes: readonly SurveyMistake[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const { itemId = 0, message } of mistakes) found.set(itemId, [...(found.get(itemId) ?? []), message]);
  return found;
}
