import { z } from 'zod';
import { intBetween } from '../shared/paging.ts';
import { line, list, text } from '../shared/text-schema.ts';
import {
  CONDITIONS_MAX,
  decimal,
  ITEMS_MAX,
  itemId,
  optionId,
  OPTIONS_MAX,
  QUESTIONS_MAX,
  SCALE_MAX,
  SECTIONS_MAX,
  SURVEY_TEXT_MAX,
  type SurveyItem,
} from './definition.ts';

// The schemas of what is asked. Apart from definition.ts, because every page loads what an answer is, and hardly one these.

const ITEM_TEXT_MAX = 600;
const OPTION_TEXT_MAX = 150;
export const condition = z.object({
  questionId: itemId,
  /** `is`: one of the values was chosen. `not`: answered, and with none of them. `unknown`: No sabe / No contesta. */
  test: z.enum(['is', 'not', 'atLeast', 'atMost', 'answered', 'unknown']),
  values: list(decimal, OPTIONS_MAX),
});

export const showIf = z.object({ match: z.enum(['all', 'any']), conditions: list(condition, CONDITIONS_MAX) });

const item = { id: itemId, text: text(ITEM_TEXT_MAX) };
const shown = { ...item, help: text(ITEM_TEXT_MAX), showIf: showIf.nullable() };
const asked = { ...shown, required: z.boolean() };
const options = list(z.object({ id: optionId, text: line(OPTION_TEXT_MAX) }), OPTIONS_MAX);
const limit = decimal.nullable();

export const surveyItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('section'), ...item }),
  z.object({ kind: z.literal('note'), ...shown }),
  z.object({ kind: z.literal('choice'), ...asked, options }),
  z.object({ kind: z.literal('choices'), ...asked, options }),
  z.object({ kind: z.literal('yesNo'), ...asked }),
  z.object({
    kind: z.literal('scale'),
    ...asked,
    from: intBetween(0, 1, 'Una escala empieza en 0 o en 1.'),
    to: intBetween(2, SCALE_MAX, `Una escala termina entre 2 y ${SCALE_MAX}.`),
    /** One for each point, from the first to the last; empty: the number alone. */
    labels: list(line(60), SCALE_MAX + 1),
  }),
  z.object({ kind: z.literal('number'), ...asked, min: limit, max: limit, unit: line(20) }),
  z.object({ kind: z.literal('date'), ...asked }),
  z.object({ kind: z.literal('short'), ...asked }),
  z.object({ kind: z.literal('long'), ...asked }),
]);
const textsOf = (items: readonly SurveyItem[]) =>
  items.reduce((sum, each) => {
    const further = 'options' in each ? each.options.map((option) => option.text) : 'labels' in each ? each.labels : [];
    const texts = [each.text, 'help' in each ? each.help : '', ...further];
    return sum + texts.reduce((length, words) => length + words.length, 0);
  }, 0);

export const surveyItems = list(surveyItem, ITEMS_MAX, {
  tooLong: `Un relevamiento tiene hasta ${QUESTIONS_MAX} preguntas y ${SECTIONS_MAX} secciones.`,
}).refine((items) => textsOf(items) <= SURVEY_TEXT_MAX, {
  error: `Los textos del relevamiento suman más de ${SURVEY_TEXT_MAX.toLocaleString('es-AR')} letras.`,
});
