import { z } from 'zod';
import { DIAL_TEMPLATE_MAX } from '../limits.ts';
import { idNumber, instant, intBetween, longIdNumber, named, rowVersion, sentInstant } from '../shared/paging.ts';
import { rawText } from '../shared/text-schema.ts';
import { CALL_ENDS, type CallEnd } from './causes.ts';
import { dialTemplateFault } from './dial.ts';

export const dialTemplate = rawText(DIAL_TEMPLATE_MAX, { notEmpty: 'Escriba cómo se marca.' }).superRefine(
  (template, ctx) => {
    const message = dialTemplateFault(template);
    if (message) ctx.addIssue({ code: 'custom', message, input: template });
  },
);

const prefixes = {
  zero: z.boolean(),
  fifteen: z.boolean(),
  nine: z.boolean(),
  allMobile: z.boolean(),
  shortLocal: z.boolean(),
};

/** The state that each end proposes; null or absent: none. */
const causeStates = z.object(
  Object.fromEntries(Object.keys(CALL_ENDS).map((end) => [end, idNumber.nullish()])) as Record<
    CallEnd,
    z.ZodOptional<z.ZodNullable<typeof idNumber>>
  >,
);

export const dialBody = z.object({
  template: dialTemplate,
  ...prefixes,
  causeStates: causeStates.optional(),
  version: rowVersion,
});
export type DialBody = z.infer<typeof dialBody>;

export const dialSetting = z.object({
  template: z.string(),
  ...prefixes,
  /** The city's area code (Primeros pasos). */
  areaCode: z.string().nullable(),
  version: z.number(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  causeStates: z.partialRecord(z.enum(Object.keys(CALL_ENDS) as [CallEnd]), z.number()),
  /** Of the user who asks, as the exchange names them. */
  extension: z.string().nullable(),
  /** A service account tells what happens on the phones. */
  hasEvents: z.boolean(),
});
export type DialSetting = z.infer<typeof dialSetting>;

const EXTENSION = 'Hasta 20 letras, cifras, puntos o guiones.';
export const extensionBody = z.object({
  /** Empty: none. */
  extension: rawText(20, { tooLong: EXTENSION }).regex(/^[\w.-]*$/, EXTENSION),
});

export const PHONE_KINDS = ['ringing', 'answered', 'ended'] as const;

const CAUSE = 'Hasta 40 letras, cifras, espacios, puntos o guiones.';
const NO_CALL = 'Indique number o callId.';
export const phoneEventBody = z
  .object({
    kind: z.enum(PHONE_KINDS),
    /** Mail or extension. */
    operator: rawText(200, { notEmpty: 'Indique el correo o el interno del operador.' }),
    number: rawText(40).nullish(),
    /** Of Campanero, as the dial link gave it. */
    callId: longIdNumber.nullish(),
    /** When it happened, not when it is told. */
    at: sentInstant(),
    cause: rawText(40, { tooLong: CAUSE })
      .regex(/^[\w .-]*$/, CAUSE)
      .nullish(),
    /** With `answered`, how long it rang; with `ended`, how long they talked or, unanswered, how long it rang. */
    seconds: intBetween(0, 86_400, 'Indique segundos enteros, hasta un día.').nullish(),
  })
  .refine(({ number, callId }) => Boolean(number) || typeof callId === 'number', { path: ['number'], error: NO_CALL });
export type PhoneEventBody = z.infer<typeof phoneEventBody>;

export const phoneEventTaken = z.object({
  /** Null: the operator has no call to that number here, and nothing was kept. */
  callId: z.number().nullable(),
});

const seconds = z.number().int().nullable();
export const phoneCall = z.object({
  startedAt: instant,
  user: named,
  /** Ringing or talking, as far as is known. */
  isOpen: z.boolean(),
  isAnswered: z.boolean(),
  ringSeconds: seconds,
  talkSeconds: seconds,
  end: z.enum(Object.keys(CALL_ENDS) as [CallEnd]).nullable(),
  /** The registration that followed. */
  entryId: z.number().nullable(),
});
export type PhoneCall = z.infer<typeof phoneCall>;
export const phoneCalls = z.array(phoneCall);

const count = z.number().int();
/** Telephone calls of an operator that ended in an outcome, after corrections; `state` null: without a registration. */
export const phoneTimes = z.array(
  z.object({
    operator: named,
    state: z.object({ id: z.number(), name: z.string(), color: z.string() }).nullable(),
    calls: count,
    answered: count,
    ringSeconds: count,
    talkSeconds: count,
  }),
);
export type PhoneTimes = z.infer<typeof phoneTimes>;
