import { z } from 'zod';
import { id, idNumber, instant, longId, pageOf, pagingQuery } from '../shared/paging.ts';
import { line, text } from '../shared/text-schema.ts';

export const erasedKey = z.object({ id: longId });

/** In order. */
export const ERASURE_STEPS = {
  PERSON: 'Se borran los datos de la persona y de sus llamados',
  COPIES: 'Se buscan y borran las copias',
  AUDIT: 'Se borran las palabras de la auditoría',
  LOADS: 'Se espera a las cargas y exportaciones que habían empezado antes',
  REVIEW: 'Falta decidir sobre lo que puede tratarse de la persona',
  DONE: 'Terminado',
} as const;
type ErasureStep = keyof typeof ERASURE_STEPS;

const erasure = z.object({
  id: z.number(),
  /** The request of the register; null: by the period of keeping, or noted in the journal without one. */
  requestId: z.number().nullable(),
  step: z.enum(Object.keys(ERASURE_STEPS) as [ErasureStep, ...ErasureStep[]]),
  keepBlock: z.boolean(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  found: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Texts that may be about the person and nobody has decided on yet. */
  undecided: z.number(),
});

/** Why a text may be about the person, or another record of a person may be them. */
export const MAYBE_BY = {
  partOfName: 'parte del nombre',
  lastName: 'el apellido',
  name: 'el nombre',
  endOfNumber: 'el final de un número',
  sharedNumber: 'un número que comparte con otra persona',
  document: 'el mismo documento',
  email: 'el mismo correo',
  numberAndName: 'el mismo número y nombre',
} as const;
export type MaybeBy = keyof typeof MAYBE_BY;

const DECISIONS = ['ERASE', 'KEEP'] as const;

/** A text, or another record of a person, that may be about the erased person: a person decides whether it is erased too. */
const erasureCandidate = z.object({
  id: z.number(),
  /** Where it stands, in words. */
  place: z.string(),
  /** The other record of a person; null: a text. */
  personId: z.number().nullable(),
  namedBy: z.enum(Object.keys(MAYBE_BY) as [MaybeBy, ...MaybeBy[]]),
  /** The text as it stands now, cut short; null once it was decided on, or gone. */
  excerpt: z.string().nullable(),
  decision: z.enum(DECISIONS).nullable(),
  /** Why it was kept. */
  reason: z.string().nullable(),
  userName: z.string().nullable(),
  decidedAt: instant.nullable(),
});
export type ErasureCandidate = z.infer<typeof erasureCandidate>;
export const candidateQuery = pagingQuery(['id']).pick({ pageNumber: true, pageSize: true });
export const candidatePage = pageOf('candidates', erasureCandidate);
export const candidateKey = z.object({ id });

export const decisionReason = line(300).min(5, 'Indique el motivo, con al menos 5 caracteres.');
export const decisionBody = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('ERASE') }),
  z.object({ decision: z.literal('KEEP'), reason: decisionReason }),
]);
export type DecisionBody = z.input<typeof decisionBody>;

/** Preview of an erasure of this person. */
export const erasureView = z.object({
  personId: z.number(),
  /** Empty where no name is held. */
  name: z.string(),
  /** The person is marked «No llamar»: their numbers stay blocked, without a name, whatever `keepBlock` says. */
  doNotCall: z.boolean(),
  /** What has to be typed: the last name; the number of a person without one; null when the person is erased already. */
  confirmWith: z.enum(['lastName', 'name', 'number']).nullable(),
  numbers: z.array(z.object({ number: z.string(), isShared: z.boolean() })),
  calls: z.number(),
  /** Of these: could still be made and are closed; pass to another person of the same number. */
  closed: z.number(),
  passedOn: z.number(),
  callbacks: z.number(),
  /** Registered outcomes that lose their observations or reasons. */
  entries: z.number(),
  /** Records of the audit about the person and their calls. */
  records: z.number(),
  /** Open requests of erasure by this person. */
  requests: z.array(
    z.object({
      id: z.number(),
      receivedOn: z.iso.date(),
      /** It says how the person was identified, without which nothing is erased for it. */
      isIdentified: z.boolean(),
      /** It asks for no more calls too: the bare numbers stay blocked. */
      keepsBlock: z.boolean(),
    }),
  ),
  /** The newest erasure of this person. */
  last: erasure.nullable(),
});
export type ErasureView = z.infer<typeof erasureView>;

export const erasureBody = z.object({
  requestId: idNumber,
  /** Compared without case, accents and repeated blanks. */
  confirmation: text(200),
  /** The bare numbers stay as numbers not to be called, where nobody else has them. */
  keepBlock: z.boolean(),
});
export type ErasureBody = z.input<typeof erasureBody>;
