import { z } from 'zod';
import { idNumber, intBetween, rowVersion } from '../shared/paging.ts';
import { list, rawText } from '../shared/text-schema.ts';
import { ITEM_ID_MAX, OPTION_ID_MAX } from './definition.ts';

export const QUOTA_CELLS_MAX = 60;
const AGE_MAX = 120;
const TARGET_MAX = 1_000_000;
const age = intBetween(0, AGE_MAX, `Ingrese una edad entre 0 y ${AGE_MAX}.`).nullable();

const conditions = {
  sectionId: rawText(20).min(1).nullable(),
  gender: z.enum(['F', 'M', 'X']).nullable(),
  ageFrom: age,
  ageTo: age,
  /** Of a question with options. */
  answer: z
    .object({
      questionId: intBetween(1, ITEM_ID_MAX, 'Esa pregunta no existe.'),
      value: intBetween(0, OPTION_ID_MAX, 'Esa opción no existe.'),
    })
    .nullable(),
};
const target = intBetween(1, TARGET_MAX, `Ingrese un número entre 1 y ${TARGET_MAX.toLocaleString('es-AR')}.`);

export const quotaCellBody = z
  .object({
    /** Absent: a new cell. */
    id: idNumber.optional(),
    ...conditions,
    target,
    /** Closed by hand: nobody of it is handed out. */
    isOff: z.boolean(),
  })
  .refine(
    ({ sectionId, gender, ageFrom, ageTo, answer }) =>
      [sectionId, gender, ageFrom, ageTo, answer].some((each) => each !== null),
    { path: ['target'], error: 'Elija de quiénes es el cupo: sección, género, edad o una respuesta.' },
  )
  .refine(({ ageFrom, ageTo }) => ageFrom === null || ageTo === null || ageFrom <= ageTo, {
    path: ['ageTo'],
    error: 'La edad hasta es menor que la edad desde.',
  });
export type QuotaCellBody = z.output<typeof quotaCellBody>;

export const quotasBody = z.object({
  cells: list(quotaCellBody, QUOTA_CELLS_MAX, { tooLong: `Una campaña tiene hasta ${QUOTA_CELLS_MAX} cupos.` }),
  version: rowVersion,
});
export type QuotasBody = z.output<typeof quotasBody>;

const quotaCell = z.object({
  id: z.number(),
  ...conditions,
  sectionName: z.string().nullable(),
  target: z.number(),
  isOff: z.boolean(),
  filled: z.number(),
});
export type QuotaCell = z.infer<typeof quotaCell>;
/** `version`: of the campaign. */
export const quotaBoard = z.object({ version: z.number(), cells: z.array(quotaCell) });
export type QuotaBoard = z.infer<typeof quotaBoard>;
