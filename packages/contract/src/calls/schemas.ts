import { z } from 'zod';
import {
  ID_MAX,
  idNumber,
  instant,
  intBetween,
  longIdNumber,
  named,
  rowVersion,
  sentInstant,
} from '../shared/paging.ts';
import { rawText, text } from '../shared/text-schema.ts';
import { interviewBody } from '../surveys/schemas.ts';

/** Stored as 1, 2, 3 in this order. */
export const AFFINITIES = ['Neutro', 'Positivo', 'Negativo'] as const;
export type Affinity = (typeof AFFINITIES)[number];

const OBSERVATIONS_MAX = 5000;
export const observations = rawText(OBSERVATIONS_MAX);

const outcomeFields = {
  stateId: intBetween(1, ID_MAX, 'Seleccionar un estado es requerido.'),
  substateId: idNumber.nullish(),
  affinity: z.enum(AFFINITIES).nullish(),
  observations: observations.nullish(),
  /** Only with a state that has `callback`, and in the future. */
  callbackAt: sentInstant().nullish(),
  /** Accepts a callback in closed hours (calling-rules/calendar.ts). */
  callbackConfirmed: z.boolean().optional(),
  /** The person spoken to, one of those on the number. */
  personId: longIdNumber.nullish(),
};

export const QUESTION_MAX = 500;

export const registerBody = z.object({
  ...outcomeFields,
  /** For a coordinator (rule calls/questions). */
  question: text(QUESTION_MAX).nullish(),
  /** What the person answered (rule surveys/answers-with-the-registration). */
  interview: interviewBody.nullish(),
  /** When the number was dialled from the contact page, if it was. */
  dialledAt: sentInstant().nullish(),
});
export type RegisterBody = z.output<typeof registerBody>;

export const correctionBody = z.object({
  ...outcomeFields,
  reason: text(500).min(1, 'El motivo es requerido.'),
  version: rowVersion.optional(),
  interview: interviewBody.nullish(),
});
export type CorrectionBody = z.output<typeof correctionBody>;

const onlyName = z.object({ name: z.string() });

/** A correction is a further entry that refers to this one. Only erasing a person changes an entry. */
export const historyEntry = z.object({
  id: z.number(),
  stateId: z.number(),
  state: onlyName.extend({ color: z.string() }),
  substateId: z.number().nullable(),
  substate: onlyName.nullable(),
  affinity: z.enum(AFFINITIES).nullable(),
  observations: z.string().nullable(),
  callbackAt: instant.nullable(),
  personId: z.number().nullable(),
  person: onlyName.nullable(),
  correctsId: z.number().nullable(),
  reason: z.string().nullable(),
  /** What the operator asked a coordinator with it. */
  question: z
    .object({
      text: z.string(),
      answer: z.string().nullable(),
      /** Null: nobody closed it yet. */
      closedAt: instant.nullable(),
      closedBy: z.string().nullable(),
    })
    .nullable(),
  /** The answers that came with it; null: none. */
  interview: z.object({ answered: z.number(), complete: z.boolean() }).nullable(),
  /** Null: not dialled from the contact page. A correction keeps its original's. */
  dialledAt: instant.nullable(),
  /** Another entry corrects it and counts instead. */
  corrected: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  user: onlyName.extend({ id: z.number() }),
  /** Of the call, when the entry was read. */
  version: z.number(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const reassigned = z.object({ operator: named });

const FOUR = 'Escriba al menos cuatro cifras.';
export const callSearch = z.object({
  number: rawText(40)
    .transform((text) => text.replaceAll(/\D/g, ''))
    .refine((digits) => digits.length >= 4, FOUR),
});
/** Calls that the user may see, at most FOUND_CALLS_MAX. */
export const foundCalls = z.array(
  z.object({
    callId: z.number(),
    campaignId: z.number(),
    campaignName: z.string(),
    number: z.string(),
    name: z.string(),
    stateName: z.string(),
    stateColor: z.string(),
    userName: z.string().nullable(),
    lastCallAt: instant.nullable(),
  }),
);

export const ownDay = z.object({
  callsMade: z.number(),
  contacted: z.number(),
  effective: z.number(),
  pending: z.number(),
});
