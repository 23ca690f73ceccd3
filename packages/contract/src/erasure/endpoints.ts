import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longIdKey, idNumber, instant, pageOf, pagingQuery, keyOf } from '../shared/paging.ts';
import { changeReason, text } from '../shared/text-schema.ts';

export const ERASURE_STEPS = {
  PERSON: 'Se borran los datos de la persona y de sus llamados',
  COPIES: 'Se buscan y borran las copias',
  AUDIT: 'Se borran las palabras de la auditoría',
  LOADS: 'Se espera a las cargas y exportaciones que habían empezado antes',
  REVIEW: 'Falta decidir sobre lo que puede tratarse de la persona',
  DONE: 'Terminado',
} as const;

const erasureProgress = z.object({
  id: z.number(),
  /** Null: by the end of retention, or noted in the journal without one. */
  requestId: z.number().nullable(),
  step: keyOf(ERASURE_STEPS),
  keepBlock: z.boolean(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  found: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Texts that may be about the person and are not decided on yet. */
  undecided: z.number(),
});

/** Why a text, or another person's record, may be about the person. */
export const CANDIDATE_REASONS = {
  partOfName: 'parte del nombre',
  lastName: 'el apellido',
  name: 'el nombre',
  endOfNumber: 'el final de un número',
  sharedNumber: 'un número que comparte con otra persona',
  document: 'el mismo documento',
  email: 'el mismo correo',
  numberAndName: 'el mismo número y nombre',
} as const;
export type CandidateReason = keyof typeof CANDIDATE_REASONS;

const DECISIONS = ['ERASE', 'KEEP'] as const;

/** A text, or another person's record, that may be about the erased person: a user decides. */
const erasureCandidate = z.object({
  id: z.number(),
  place: z.string(),
  personId: z.number().nullable(),
  namedBy: keyOf(CANDIDATE_REASONS),
  /** Shortened; null once decided on, or gone. */
  excerpt: z.string().nullable(),
  decision: z.enum(DECISIONS).nullable(),
  reason: z.string().nullable(),
  userName: z.string().nullable(),
  decidedAt: instant.nullable(),
});
export type ErasureCandidate = z.infer<typeof erasureCandidate>;

export const decisionBody = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('ERASE') }),
  z.object({ decision: z.literal('KEEP'), reason: changeReason }),
]);
export type DecisionBody = z.input<typeof decisionBody>;

export const erasureView = z.object({
  personId: z.number(),
  /** Empty where no name is held. */
  name: z.string(),
  /** Marked «No llamar»: the numbers stay blocked, without a name, whatever `keepBlock` says. */
  doNotCall: z.boolean(),
  /** What must be typed; null if the person is erased already. */
  confirmWith: z.enum(['lastName', 'name', 'number']).nullable(),
  numbers: z.array(z.object({ number: z.string(), isShared: z.boolean() })),
  calls: z.number(),
  /** Of these: open ones that are closed, and those that pass to another person of the number. */
  closed: z.number(),
  passedOn: z.number(),
  callbacks: z.number(),
  /** Registered outcomes that lose their observations or reasons. */
  entries: z.number(),
  records: z.number(),
  requests: z.array(
    z.object({
      id: z.number(),
      receivedOn: z.iso.date(),
      /** It says how the person was identified, which erasing requires. */
      isIdentified: z.boolean(),
      /** It also asks for no more calls: the bare numbers stay blocked. */
      keepsBlock: z.boolean(),
    }),
  ),
  last: erasureProgress.nullable(),
});
export type ErasureView = z.infer<typeof erasureView>;

/** `confirmation` is compared without case, accents and repeated blanks. With `keepBlock` the bare numbers stay blocked. */
export const erasureBody = z.object({
  requestId: idNumber,
  confirmation: text(200),
  keepBlock: z.boolean(),
  /** Answers the request as fulfilled at the end, if everything that it asks for was done. */
  closeRequest: z.boolean().default(false),
});
export type ErasureBody = z.input<typeof erasureBody>;

export const erasure = {
  view: endpoint('GET', '/personal-data/person/:id/erasure', 'personal-data', {
    summary: 'Qué borraría la supresión de una persona y qué quedaría; y cómo va la que se pidió',
    params: longIdKey,
    response: erasureView,
  }),
  ask: endpoint('POST', '/personal-data/person/:id/erasure', 'personal-data', {
    summary: 'Borra los datos de una persona por un pedido de supresión',
    params: longIdKey,
    body: erasureBody,
    response: erasureView,
    status: 202,
    errors: ['ERASURE_NOT_CONFIRMED', 'REQUEST_UNFIT', 'REQUEST_NOT_IDENTIFIED', 'ERASURE_DONE'],
    confirmed: true,
  }),
  candidates: endpoint('GET', '/personal-data/person/:id/erasure/candidates', 'personal-data', {
    summary: 'Los textos y las otras fichas que pueden tratarse de la persona borrada: primero lo que falta decidir',
    params: longIdKey,
    query: pagingQuery(['id']).pick({ pageNumber: true, pageSize: true }),
    response: pageOf('candidates', erasureCandidate),
  }),
  decide: endpoint('POST', '/personal-data/erasure-candidate/:id/decision', 'personal-data', {
    summary: 'Borra o deja un texto o una ficha que puede tratarse de la persona borrada',
    body: decisionBody,
    errors: ['CANDIDATE_DECIDED', 'REASON_NAMES_PERSON'],
    confirmed: true,
  }),
};
