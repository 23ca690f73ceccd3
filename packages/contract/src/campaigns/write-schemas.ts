import { z } from 'zod';
import { callingRuleSet } from '../calling-rules/schemas.ts';
import { digitsAs, flag, ID_MAX, idNumber, idsIn, intBetween, rowVersion, sentInstant } from '../shared/paging.ts';
import { destination } from '../users/leaving.ts';
import { line, list, rawText, text } from '../shared/text-schema.ts';

/** In code points, as the database counts: an emoji is one. */
const hasFive = (text: string) => text.length === 0 || Array.from(text).length >= 5;
const anyName = line(200, { notEmpty: 'Nombre es requerido' });
const name = anyName.refine(hasFive, 'Escriba un nombre de al menos 5 caracteres');
const description = text(5000, { notEmpty: 'Descripción es requerida' }).refine(
  hasFive,
  'Descripción muy corta. Escriba al menos 5 caracteres',
);
/** Fixed sentence of the form of a running campaign (rule texts/fixed-sentences). */
const runningName = anyName.refine(hasFive, 'Nombre muy corto. Escriba al menos 5 caracteres');
const externalId = line(100);
const required = (message: string) => digitsAs(intBetween(1, ID_MAX, message));
const startDate = sentInstant('Fecha de inicio es requerida');
const endDate = sentInstant('Fecha de fin es requerida');
const exemptReason = text(500);
export const EXEMPT_REASON_MISSING = 'Escriba por qué la campaña no respeta las listas de bloqueo.';
const isExplained = (value: { obeysLists?: boolean | undefined; exemptReason?: string | undefined }) =>
  value.obeysLists !== false || Boolean(value.exemptReason);
const placeId = text(20);

const atLeastOne = (error: string) => idsIn(error).refine((ids) => ids.length > 0, { error });
const operators = atLeastOne('Los operadores son requeridos.');
const states = atLeastOne('Seleccione al menos un estado para actualizar.');

/** JSON in a form field; empty: null. */
export const jsonText = <S extends z.ZodType>(content: S, unreadable: string) =>
  rawText(5000)
    .transform((sent, ctx): unknown => {
      if (sent === '') return null;
      try {
        return JSON.parse(sent);
      } catch {
        ctx.addIssue({ code: 'custom', message: unreadable });
        return z.NEVER;
      }
    })
    .pipe(content.nullable());
const rulesText = jsonText(callingRuleSet, 'Las reglas de llamado no se pueden leer.');

/** True while a date is missing or invalid, which its own rule reports. */
const endsAfterStart = (value: { startDate?: string | undefined; endDate?: string | undefined }) =>
  !(Date.parse(value.endDate ?? '') <= Date.parse(value.startDate ?? ''));
const endsTooEarly = {
  path: ['endDate'],
  error: 'Debe ser posterior a la fecha de inicio',
  // Checked even while another field is wrong, so that the form shows all faults at once.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

const unexplained = { ...endsTooEarly, path: ['exemptReason'], error: EXEMPT_REASON_MISSING };

const fields = {
  name,
  description,
  objectiveId: required('Objetivo es requerido.'),
  coordinatedBy: required('Coordinador es requerido'),
  operators,
  startDate,
  endDate,
  externalId: externalId.optional(),
  /** Absent on creation: internal. */
  external: flag.optional(),
  districtId: placeId.optional(),
  sectionId: placeId.optional(),
  subsectionId: placeId.optional(),
  formId: line(100).optional(),
  /** Whether unanswered calls are retried in another part of the day (calls/retry.ts). Absent on creation: yes. */
  retryOtherHours: flag.optional(),
  /** Whether its calls leave out the numbers of the block lists. Absent on creation: yes. */
  obeysLists: flag.optional(),
  /** Needed to exempt a campaign; kept until it obeys again. */
  exemptReason: exemptReason.optional(),
  /** What its people are asked; empty: nothing. */
  surveyId: digitsAs(idNumber)
    .or(z.literal('').transform(() => null))
    .optional(),
  /** The campaign's own rules of calling as JSON; empty, or absent on creation: the system's. */
  callingRules: rulesText.optional(),
};

export const newCampaignFields = z.object(fields).refine(endsAfterStart, endsTooEarly).refine(isExplained, unexplained);

/** `PUT /campaign/{id}`: absent stays, empty is cleared. */
export const updateCampaignFields = z
  .object(fields)
  .partial()
  .extend({
    states: states.optional(),
    paused: flag.optional(),
    handover: digitsAs(destination).optional(),
    version: digitsAs(rowVersion).optional(),
  })
  .refine(endsAfterStart, endsTooEarly);
export type UpdateCampaignFields = z.infer<typeof updateCampaignFields>;

const calling = {
  retryOtherHours: z.boolean(),
  obeysLists: z.boolean(),
  exemptReason,
  callingRules: callingRuleSet.nullable(),
};

/** `PATCH /campaign/{id}/ongoing`: JSON, what may change while the campaign runs. */
export const ongoingBody = z
  .object({
    name: runningName,
    description,
    endDate,
    externalId,
    states: list(idNumber, 2000).min(1, 'Seleccione al menos un estado para actualizar.'),
    operators: list(idNumber, 2000),
    handover: destination,
    paused: z.boolean(),
    surveyId: idNumber.nullable(),
    ...calling,
    version: rowVersion,
  })
  .partial();
export type OngoingBody = z.infer<typeof ongoingBody>;

/** `PATCH /campaign/{id}`: new files as `scripts[]`, the kept ones by their links, comma-joined. */
export const scriptFields = z.object({ links: rawText(4000).optional(), version: digitsAs(rowVersion).optional() });

export const campaignInformation = z
  .object({
    name,
    description,
    externalId,
    objectiveId: z.number({ error: 'Objetivo es requerido.' }),
    external: z.boolean(),
    coordinatedBy: z.number({ error: 'Coordinador es requerido' }),
    operators: z.array(z.number()).min(1, 'Los operadores son requeridos.'),
    startDate,
    endDate,
    ...calling,
  })
  .refine(endsAfterStart, endsTooEarly)
  .refine(isExplained, unexplained);
export type CampaignInformation = z.infer<typeof campaignInformation>;

/** The edit tab while running: only name, description and endDate are required. */
export const runningInformation = z
  .object({ name: runningName, description, externalId, endDate, operators: z.array(z.number()), ...calling })
  .refine(isExplained, unexplained);
export type RunningInformation = z.infer<typeof runningInformation>;
