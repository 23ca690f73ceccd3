import { AUDIENCE_FIELDS, type AudienceField, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { z } from 'zod';

/**
 * Somebody another system knows, told under the names of the audience file's fields and always as text: what a value means and
 * whether it is right is asked of the same rules that read files (contract, loads/csv), row by row. Absent: not known.
 */
export type RemotePerson = { [F in AudienceField]?: string };

/** A document or a phone may come as a number. What is no value at all (a list, an object) is a lie about the shape. */
const value = z.union([z.string(), z.number().transform(String)]).nullish();
/** Who a person is for the dashboard, only the dashboard says. */
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
export function personOf(known: PersonFields): RemotePerson {
  const told: RemotePerson = {};
  for (const [field, text] of Object.entries(known)) if (text) told[field as AudienceField] = text;
  if (told.birthday) told.birthday = told.birthday.replace(/^(\d{4})-(\d\d)-(\d\d)(T.*)?$/, '$3-$2-$1');
  return told;
}
