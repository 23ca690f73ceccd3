import { z } from 'zod';
import { auditRecord } from '../audit-log/endpoints.ts';
import { contact } from '../contacts/schemas.ts';
import { EXPORT_KINDS } from '../exports/kinds.ts';
import { LOAD_SOURCES } from '../loads/sources.ts';
import { instant, named, pageOf, pagingQuery, keyOf } from '../shared/paging.ts';
import { readSearch } from './search.ts';
import { dataRequest } from './request-schemas.ts';
import { text } from '../shared/text-schema.ts';

/** With more the search has to be narrowed. */
export const FOUND_PERSONS_MAX = 50;

export const searchBody = z.object({
  text: text(200).refine(
    (typed) => readSearch(typed) !== null,
    'Escriba un número, un documento, un correo o un nombre.',
  ),
});

export const foundPerson = z.object({
  id: z.number(),
  name: z.string(),
  document: z.string().nullable(),
  birthday: z.iso.date().nullable(),
  place: z.string().nullable(),
  numbers: z.array(z.string()),
  isErased: z.boolean(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

/** Somebody else on the same number: named, not shown whole. */
const otherPerson = z.object({ id: z.number(), name: z.string() });

const heldNumber = z.object({
  number: z.string(),
  mobile: z.boolean(),
  wrong: z.boolean(),
  since: instant,
  blocked: z.string().nullable(),
  others: z.array(otherPerson),
});

const heldLoad = z.object({
  id: z.number(),
  source: z.enum(LOAD_SOURCES),
  name: z.string(),
  campaign: named,
  userName: z.string(),
  at: instant,
});

export const personalDataRecord = z.object({
  person: contact.omit({ wrong: true }),
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
  erasedAt: instant.nullable(),
  inReview: z.object({ since: instant, userName: z.string() }).nullable(),
  /** In words, with where each value came from as far as the product knows. */
  fields: z.array(z.object({ label: z.string(), value: z.string(), origin: z.string() })),
  /** Marks that users set: by whom and when, where that is known. */
  flags: z.array(
    z.object({ label: z.string(), isSet: z.boolean(), userName: z.string().nullable(), at: instant.nullable() }),
  ),
  numbers: z.array(heldNumber),
  loads: z.array(heldLoad),
  requests: z.array(dataRequest),
});
export type PersonalDataRecord = z.infer<typeof personalDataRecord>;

const heldOutcome = z.object({
  id: z.number(),
  at: instant,
  userName: z.string(),
  stateName: z.string(),
  stateColor: z.string(),
  substateName: z.string().nullable(),
  affinity: z.number().nullable(),
  observations: z.string().nullable(),
  callbackAt: instant.nullable(),
  /** Why it was corrected, of an entry that corrects another. */
  reason: z.string().nullable(),
  isCorrected: z.boolean(),
  /** Another person on the number was spoken to: what they said is theirs and is not shown. */
  isOfOther: z.boolean(),
});
const heldCall = z.object({
  id: z.number(),
  number: z.string(),
  campaign: named,
  /** False: the call is to another person on the number, and this one was spoken to. */
  isOwn: z.boolean(),
  stateName: z.string(),
  stateColor: z.string(),
  substateName: z.string().nullable(),
  operatorName: z.string().nullable(),
  callCount: z.number(),
  observations: z.string().nullable(),
  callbackAt: instant.nullable(),
  createdAt: instant,
  outcomes: z.array(heldOutcome),
  /** To the questionnaire of the campaign. */
  answers: z.array(
    z.object({ questionId: z.number(), question: z.string(), answer: z.string(), before: z.array(z.string()) }),
  ),
});
export type HeldCall = z.infer<typeof heldCall>;

export const heldQuery = pagingQuery(['id']).pick({ pageNumber: true, pageSize: true });
export const heldCallPage = pageOf('calls', heldCall);
export const heldRecordPage = pageOf('records', auditRecord);

/** By what a text names the person; a name alone may be somebody else's. */
export const NAMED_BY = { document: 'documento', number: 'número', email: 'correo', name: 'nombre' } as const;
export type NamedBy = keyof typeof NAMED_BY;

export const otherOccurrences = z.object({
  exports: z.array(
    z.object({
      id: z.string(),
      kind: keyOf(EXPORT_KINDS),
      campaign: named.nullable(),
      userName: z.string(),
      at: instant,
      expiresAt: instant.nullable(),
    }),
  ),
  rejectedRows: z.array(
    z.object({
      loadId: z.number(),
      loadName: z.string(),
      campaign: named,
      fileNo: z.number(),
      line: z.number(),
      reason: z.string(),
      cells: z.array(z.string()),
      namedBy: keyOf(NAMED_BY),
      at: instant,
    }),
  ),
  notifications: z.array(z.object({ id: z.number(), action: z.string(), userName: z.string(), at: instant })),
  mails: z.array(
    z.object({ id: z.number(), subject: z.string(), userName: z.string(), namedBy: keyOf(NAMED_BY), at: instant }),
  ),
  /** Notes of users' own: whose and since when, never what they say. */
  notes: z.array(z.object({ id: z.number(), userName: z.string(), at: instant })),
  /** One of the lists was cut: there are more than are shown. */
  isCut: z.boolean(),
});
export type OtherOccurrences = z.infer<typeof otherOccurrences>;
