import { EDITED_FIELDS, type EditedField } from '@campanero/contract/contacts/person-fields';
import { type Contact, personBody } from '@campanero/contract/contacts/schemas';
import { z } from 'zod';
import type { PersonChange } from './api.ts';

/** The fields of a person that may be changed, as a form holds them: empty text is nothing. */
export const personValues = z.object({
  ...(Object.fromEntries(EDITED_FIELDS.map(({ name }) => [name, z.string()])) as Record<
    EditedField['name'],
    z.ZodString
  >),
  districtId: z.string(),
  sectionId: z.string(),
  subsectionId: z.string(),
});
export type PersonValues = z.infer<typeof personValues>;
const FIELDS = Object.keys(personValues.shape) as (keyof PersonValues)[];

export const valuesOf = (person: Omit<Contact, 'wrong'>): PersonValues =>
  Object.fromEntries(FIELDS.map((field) => [field, person[field] ?? ''])) as PersonValues;

/** What differs from what is stored; nothing else is sent, so nobody's other change is undone. */
export function changesOf(base: PersonValues, values: PersonValues): PersonChange {
  return Object.fromEntries(
    FIELDS.filter((field) => base[field] !== values[field]).map((field) => [field, values[field]]),
  );
}

/** By field, in the contract's sentences. */
export function faultsOf(change: PersonChange): Partial<Record<keyof PersonValues, string>> {
  const issues = personBody.safeParse(change).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, ...issue }) => [String(path[0]), sentenceOf(issue)]));
}

/** A field that may be emptied is a choice of rules: the last one is what was meant. */
function sentenceOf(issue: Pick<z.core.$ZodIssue, 'message' | 'code'>): string {
  const branches = 'errors' in issue ? (issue as unknown as z.core.$ZodIssueInvalidUnion).errors : [];
  return branches.at(-1)?.[0]?.message ?? issue.message;
}
