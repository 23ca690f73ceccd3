import { z } from 'zod';
import { dayPart } from '../calls/retry.ts';
import { observations } from '../calls/schemas.ts';
import { campaignStatus } from '../campaigns/status.ts';
import { flag, idNumber, instant, longId, named, rowVersion, longIdKey } from '../shared/paging.ts';
import { EDITED_FIELDS, PERSON_FIELDS, type EditedField } from './person-fields.ts';
import { changeReason, line, rawText, text } from '../shared/text-schema.ts';

const GENDERS = z.enum(['F', 'M', 'X']);
const storedText = z.string().nullable();
const STORED = {
  name: z.string(),
  text: storedText,
  document: storedText,
  birthday: z.iso.date().nullable(),
  gender: GENDERS.nullable(),
  email: storedText,
  'dashboard id': storedText,
};

/** A contact or a lead, as one of the persons on a number. */
export const contact = z.object({
  id: z.number(),
  lead: z.boolean(),
  ...(Object.fromEntries(PERSON_FIELDS.map(({ name, kind }) => [name, STORED[kind]])) as {
    [F in (typeof PERSON_FIELDS)[number] as F['name']]: (typeof STORED)[F['kind']];
  }),
  district: z.string().nullable(),
  section: z.string().nullable(),
  subsection: z.string().nullable(),
  districtId: z.string().nullable(),
  sectionId: z.string().nullable(),
  subsectionId: z.string().nullable(),
  interested: z.boolean(),
  wrong: z.boolean(),
  dead: z.boolean(),
  doNotCall: z.boolean(),
  version: z.number(),
});
export type Contact = z.infer<typeof contact>;

const numberCampaign = named.extend({
  objectiveName: z.string(),
  status: campaignStatus,
  startDate: instant,
  endDate: instant,
});

export const callDetail = z.object({
  callId: z.number(),
  campaignId: z.number(),
  number: z.string(),
  /** It was loaded as a mobile's. */
  mobile: z.boolean(),
  stateId: z.number(),
  stateName: z.string(),
  stateColor: z.string(),
  substateName: z.string().nullable(),
  callCounter: z.number(),
  callbackAt: instant.nullable(),
  channel: z.string().nullable(),
  observations: z.string().nullable(),
  invalid: z.union([z.literal(0), z.literal(1)]),
  operator: named.nullable(),
  leadId: z.number().nullable(),
  contactId: z.number().nullable(),
  campaigns: z.array(numberCampaign),
  formUrl: z.string().nullable(),
  contacts: z.array(contact),
  /** Why this number must not be called, in words; null when it may. */
  blocked: z.string().nullable(),
  /** Not in the campaign's random sample, nor worked on by hand. */
  inReserve: z.boolean(),
  heldBy: named.nullable(),
  /** It is the user's own, the user is a manager, or it is an overdue callback that is open to all. */
  mayRegister: z.boolean(),
  mayCorrect: z.boolean(),
  /** `operators`: any operator of the campaign; null: it may not be reassigned. */
  mayReassignTo: z.enum(['operators', 'self']).nullable(),
  /** Parts of the day without an answer, if this is a retry; else empty. */
  retryAfter: z.array(dayPart),
  /** Registrations as the calling rules count them: on this call, or on the number in every campaign. */
  attempts: z.object({ today: z.number(), inAll: z.number(), lastAt: instant.nullable() }),
  version: z.number(),
});
export type CallDetail = z.infer<typeof callDetail>;

const TEN_DIGITS = 'El número tiene diez cifras.';
const phone = rawText(10, { tooLong: TEN_DIGITS }).regex(/^\d{10}$/, TEN_DIGITS);
export const detailKey = z.object({ phone, callId: longId });
export const detailBody = z.object({
  observations: observations.optional(),
  invalid: z.union([z.literal(0), z.literal(1)]).optional(),
  version: rowVersion.optional(),
});
export const detailSaved = z.object({
  observations: z.string().nullable(),
  invalid: z.union([z.literal(0), z.literal(1)]),
  operatorCallData: z.object({ stateId: z.number(), stateName: z.string(), operator: named.nullable() }),
  version: z.number(),
});

/** Exported for a test of functions that run before the length check. */
export const emptyToNull = <T>(value: T | '' | null) => (value === '' ? null : value);
const emptied = <S extends z.ZodType>(schema: S) => z.preprocess(emptyToNull<z.input<S>>, schema.nullable());
const NO_DATE = 'Ingrese una fecha completa: día, mes y año.';
const birthday = z.iso
  .date({ error: NO_DATE, abort: true })
  .refine((day) => day >= '1900-01-01' && day < '2100-01-01', NO_DATE);

const editedText = (limit: number) => emptied(line(limit)).optional();
const EDITED = {
  name: (limit: number) => line(limit).optional(),
  text: editedText,
  document: editedText,
  birthday: () => emptied(birthday).optional(),
  gender: () => emptied(GENDERS).optional(),
  email: (limit: number) => emptied(text(limit).pipe(z.email('Ingrese un correo válido.'))).optional(),
};

/** A field that is absent stays, one that is empty is cleared. */
export const personBody = z.object({
  interested: z.boolean().optional(),
  dead: z.boolean().optional(),
  doNotCall: z.boolean().optional(),
  ...(Object.fromEntries(EDITED_FIELDS.map(({ name, kind, limit }) => [name, EDITED[kind](limit)])) as {
    [F in EditedField as F['name']]: ReturnType<(typeof EDITED)[F['kind']]>;
  }),
  districtId: emptied(line(20)).optional(),
  sectionId: emptied(line(20)).optional(),
  subsectionId: emptied(line(20)).optional(),
  version: rowVersion.optional(),
});
export type PersonBody = z.output<typeof personBody>;
export const leadQuery = z.object({ lead: flag });
export const personParams = z.object({ personId: longId });
export const wrongKey = personParams.extend({ wrong: flag });
export const wrongBody = z.object({ phone });

export const rectifyNumberKey = longIdKey.extend({ phone });
/** The citizen's request of rectification that it is done for. */
const requestId = idNumber.optional();
export const rectifyBody = personBody.extend({ version: rowVersion, reason: changeReason, requestId });
export const rectifyNumberBody = z.object({ wrong: z.boolean(), reason: changeReason, requestId });
export const reviewBody = z.object({ inReview: z.boolean(), reason: changeReason });
