import { AUDIENCE_FIELDS, type AudienceField, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { z } from 'zod';
import { InvalidRemoteAnswer } from './get-json.ts';

/** A person from another system, as text: the rules for files validate it. Absent fields are unknown. */
export type RemotePerson = { [F in AudienceField]?: string };

/** Documents and phones may be numbers; lists and objects are invalid. */
const value = z.union([z.string(), z.number().transform(String)]).nullish();
/** All fields but the dashboard's id, which only the dashboard may set. */
type OpenField = Exclude<AudienceField, 'orionId'>;
const openFields = AUDIENCE_FIELDS.filter((field): field is OpenField => field !== 'orionId');
const fields = z.object(
  Object.fromEntries(openFields.map((field) => [field, value])) as Record<OpenField, typeof value>,
);

export const personRow = fields.transform(personOf);
/** Contacts also have their system's id. */
export const contactRow = fields
  .extend({ id: value })
  .transform(({ id, ...known }) => personOf({ ...known, orionId: id }));

/** Omits empty values, and accepts ISO dates. */
function personOf(known: PersonFields): RemotePerson {
  const person: RemotePerson = {};
  for (const [field, text] of Object.entries(known)) if (text) person[field as AudienceField] = text;
  if (person.birthday) person.birthday = person.birthday.replace(/^(\d{4})-(\d\d)-(\d\d)(T.*)?$/, '$3-$2-$1');
  return person;
}

// Answers of other systems are not trusted: these schemas check their documented shapes.

export const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u);
export const remoteId = z.union([oneLine(100), z.number().int().min(0)]).transform(String);
export const count = z.number().int().min(0);
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const isWebAddress = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
/** Other schemes (javascript:) become null. */
export const webAddress = z
  .string()
  .max(2000)
  .nullish()
  .transform((text) => (text && isWebAddress(text) ? text : null));

export function parseAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.'));
  throw new InvalidRemoteAnswer(`unexpected shape at ${paths.join(', ')}`);
}

// Shared by the built-in systems, whose lists are tables of this database.

/** Ids are text in the ports; an invalid id matches nothing. */
export const isOwnId = (id: string) => /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31;

export type TableRow = { position: number } & Record<string, string | number | null>;

/** Pages of a table by position. */
export async function* readTablePages(read: (after: number) => Promise<readonly TableRow[]>) {
  let after = -1;
  for (;;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ position: _position, ...known }) => personOf(known as Record<string, string | null>));
    after = last.position;
  }
}
