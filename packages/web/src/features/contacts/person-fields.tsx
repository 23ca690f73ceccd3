import { EDITED_FIELDS, type EditedField } from '@campanero/contract/contacts/person-fields';
import { type Contact, personBody } from '@campanero/contract/contacts/schemas';
import type { PlaceChoice } from '@campanero/contract/lookups/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { Muted } from '../../components/layout.tsx';
import { differences } from '../../lib/record-draft.ts';

export type PersonChange = z.input<typeof personBody>;
/** Without the flag of a number. */
export type StoredPerson = Omit<Contact, 'wrong'>;

const placeValues = z.object({ districtId: z.string(), sectionId: z.string(), subsectionId: z.string() });

export const personValues = z.object({
  ...(Object.fromEntries(EDITED_FIELDS.map(({ name }) => [name, z.string()])) as Record<
    EditedField['name'],
    z.ZodString
  >),
  // One field, because a section is meaningless without its district.
  place: placeValues,
});
export type PersonValues = z.infer<typeof personValues>;

const textsOf = <K extends keyof StoredPerson>(person: StoredPerson, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, person[name] ?? ''])) as Record<K, string>;
const FIELDS = EDITED_FIELDS.map(({ name }) => name);

export const personValuesOf = (person: StoredPerson): PersonValues => ({
  ...textsOf(person, FIELDS),
  place: textsOf(person, ['districtId', 'sectionId', 'subsectionId']),
});

export const personChange = ({ place, ...change }: Partial<PersonValues>) => ({ ...change, ...place }) as PersonChange;

/** Checks only changes: stored values may be older than a rule. */
export const checkPerson =
  (base: PersonValues) =>
  (values: PersonValues, context: z.RefinementCtx): void => {
    const changes = Object.fromEntries(differences(values, base).map((field) => [field, values[field]]));
    for (const { path, ...issue } of personBody.safeParse(personChange(changes)).error?.issues ?? []) {
      const field = path[0] as string;
      context.addIssue({
        code: 'custom',
        path: field in placeValues.shape ? ['place', field] : [field],
        message: sentenceOf(issue),
      });
    }
  };

/** A field that may be empty is a union: its last branch has the useful message. */
function sentenceOf(issue: Pick<z.core.$ZodIssue, 'message' | 'code'>): string {
  const branches = 'errors' in issue ? (issue as unknown as z.core.$ZodIssueInvalidUnion).errors : [];
  return branches.at(-1)?.[0]?.message ?? issue.message;
}

const GENDERS = [
  { id: 'F', name: 'Femenino' },
  { id: 'M', name: 'Masculino' },
  { id: 'X', name: 'X' },
];

export const PERSON_LABELS: Record<string, string> = {
  ...Object.fromEntries(EDITED_FIELDS.map(({ name, label }) => [name, label])),
  place: 'Ubicación',
};

export const personInWords = (placeInWords: PlaceEditor['placeInWords']) => (field: string, value: unknown) => {
  if (field === 'place') return placeInWords(value as PlaceChoice);
  const text = String(value);
  if (field === 'gender') return GENDERS.find(({ id }) => id === text)?.name ?? text;
  return field === 'birthday' && text ? formatDay(text) : text;
};

/** The pages have the tree of places. */
export interface PlaceEditor {
  renderPlace: (place: PlaceChoice, onChange: (place: PlaceChoice) => void, error: string | undefined) => ReactNode;
  placeInWords: (place: PlaceChoice) => string;
}

interface PersonFieldsetProps<V extends PersonValues, T> extends Pick<PlaceEditor, 'renderPlace'> {
  form: UseFormReturn<V, unknown, T>;
}

/** The fields of a person, for the two-column grid of the form around them. */
export function PersonFieldset<V extends PersonValues, T>({ renderPlace, ...props }: PersonFieldsetProps<V, T>) {
  const form = props.form as unknown as UseFormReturn<PersonValues>;
  return (
    <>
      <Muted data-wide>Todos los datos son opcionales.</Muted>
      {EDITED_FIELDS.filter(({ kind }) => kind !== 'birthday' && kind !== 'gender').map(({ name, label, kind }) => (
        <TextInput key={name} form={form} name={name} label={label} type={kind === 'email' ? 'email' : 'text'} />
      ))}
      <Bound form={form} name="birthday">
        {(field) => <DateField {...field} label="Fecha de nacimiento" size="medium" />}
      </Bound>
      <Bound form={form} name="gender">
        {({ value, onChange, ...field }) => (
          <ChoiceField
            {...field}
            label="Género"
            clearable
            options={GENDERS}
            value={value || null}
            onChange={(gender) => onChange(gender ?? '')}
          />
        )}
      </Bound>
      {/* Its fields are in the same grid. */}
      <Box sx={{ '&, & > div': { display: 'contents' } }}>
        <Bound form={form} name="place">
          {({ value, onChange }) => renderPlace(value, onChange, form.formState.errors.place?.districtId?.message)}
        </Bound>
      </Box>
    </>
  );
}
