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

// The schemas of what definition.ts describes.

const ITEM_TEXT_MAX = 600;
const OPTION_TEXT_MAX = 150;

const condition = z.object({
  questionId: itemId,
  test: z.enum(['is', 'not', 'atLeast', 'atMost', 'answered', 'unknown']),
  values: list(decimal, OPTIONS_MAX),
});

const showIf = z.object({ match: z.enum(['all', 'any']), conditions: list(condition, CONDITIONS_MAX) });

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
    labels: list(line(60), SCALE_MAX + 1),
  }),
  z.object({ kind: z.literal('number'), ...asked, min: limit, max: limit, unit: line(20) }),
  z.object({ kind: z.literal('date'), ...asked }),
  z.object({ kind: z.literal('short'), ...asked }),
  z.object({ kind: z.literal('long'), ...asked }),
]) satisfies z.ZodType<SurveyItem>;

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
