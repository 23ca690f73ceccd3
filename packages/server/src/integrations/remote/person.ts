import { AUDIENCE_FIELDS, type AudienceField, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { z } from 'zod';
import { InvalidRemoteAnswer } from './get-json.ts';

/**
 * A person from another system, with the field names of an audience file and every value as text. The rules that read files
 * (contract, loads/csv) check and interpret the values, row by row. An absent field is not known.
 */
export type RemotePerson = { [F in AudienceField]?: string };

/** A document or a phone may come as a number. A list or an object is an invalid answer. */
const value = z.union([z.string(), z.number().transform(String)]).nullish();
/** Every field but the dashboard's own id, which only the dashboard may give. */
type OpenField = Exclude<AudienceField, 'orionId'>;
const openFields = AUDIENCE_FIELDS.filter((field): field is OpenField => field !== 'orionId');
const fields = z.object(
  Object.fromEntries(openFields.map((field) => [field, value])) as Record<OpenField, typeof value>,
);

export const personRow = fields.transform(personOf);
/** Contacts also carry the id by which their system knows them. */
export const contactRow = fields
  .extend({ id: value })
  .transform(({ id, ...known }) => personOf({ ...known, orionId: id }));

/** From a page or a table: blanks are left out, and a date may come as machines write it. */
function personOf(known: PersonFields): RemotePerson {
  const told: RemotePerson = {};
  for (const [field, text] of Object.entries(known)) if (text) told[field as AudienceField] = text;
  if (told.birthday) told.birthday = told.birthday.replace(/^(\d{4})-(\d\d)-(\d\d)(T.*)?$/, '$3-$2-$1');
  return told;
}

// Answers of other systems are not trusted: their documented shapes are checked with these pieces.

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
/** An address that a browser would run instead of open is as good as none. */
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

// What the built-in stand-ins for other systems share: their lists are tables of this database.

/** Ids are text on the ports; text that is not a valid id of ours matches nothing. */
export const isOwnId = (id: string) => /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31;

type Row = { position: number } & Record<string, string | number | null>;

/** A table in the order of its positions, a page at a time. */
export async function* readTablePages(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly RemotePerson[], void, void> {
  let after = -1;
  for (;;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ position: _position, ...known }) => personOf(known as Record<string, string | null>));
    after = last.position;
  }
}
