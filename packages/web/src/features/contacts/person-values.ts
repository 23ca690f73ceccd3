import { EDITED_FIELDS, type EditedField } from '@campanero/contract/contacts/person-fields';
import { type Contact, personBody } from '@campanero/contract/contacts/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { z } from 'zod';

export type PersonChange = z.input<typeof personBody>;

const placeValues = z.object({ districtId: z.string(), sectionId: z.string(), subsectionId: z.string() });
export type PersonPlace = z.infer<typeof placeValues>;

/** The editable fields of a person as form values; '' means empty. */
export const personValues = z.object({
  ...(Object.fromEntries(EDITED_FIELDS.map(({ name }) => [name, z.string()])) as Record<
    EditedField['name'],
    z.ZodString
  >),
  // One field, because a section is meaningless without its district.
  place: placeValues,
});
export type PersonValues = z.infer<typeof personValues>;

const textsOf = <K extends keyof Contact>(person: Omit<Contact, 'wrong'>, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, person[name as keyof typeof person] ?? ''])) as Record<K, string>;

const FIELDS = EDITED_FIELDS.map(({ name }) => name);

export const valuesOf = (person: Omit<Contact, 'wrong'>): PersonValues => ({
  ...textsOf(person, FIELDS),
  place: textsOf(person, ['districtId', 'sectionId', 'subsectionId']),
});

export const GENDERS = [
  { id: 'F', name: 'Femenino' },
  { id: 'M', name: 'Masculino' },
  { id: 'X', name: 'X' },
];

export const PERSON_LABELS: Record<string, string> = {
  ...Object.fromEntries(EDITED_FIELDS.map(({ name, label }) => [name, label])),
  place: 'Ubicación',
};

/** A value of the form as the choice between two versions shows it. */
export const personInWords = (placeInWords: (place: PersonPlace) => string) => (field: string, value: unknown) => {
  if (field === 'place') return placeInWords(value as PersonPlace);
  const text = String(value);
  if (field === 'gender') return GENDERS.find(({ id }) => id === text)?.name ?? text;
  return field === 'birthday' && text ? formatDay(text) : text;
};

/** The body for the server, which has the fields of the place at the top level. */
export const personChange = ({ place, ...change }: Partial<PersonValues>) => ({ ...change, ...place }) as PersonChange;

/** The contract's messages by field. */
export function faultsOf(change: PersonChange): Partial<Record<string, string>> {
  const issues = personBody.safeParse(change).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, ...issue }) => [String(path[0]), sentenceOf(issue)]));
}

/** A field that may be empty is a union in the schema: the message of its last branch is the useful one. */
function sentenceOf(issue: Pick<z.core.$ZodIssue, 'message' | 'code'>): string {
  const branches = 'errors' in issue ? (issue as unknown as z.core.$ZodIssueInvalidUnion).errors : [];
  return branches.at(-1)?.[0]?.message ?? issue.message;
}
