import { EDITED_FIELDS, type EditedField } from '@campanero/contract/contacts/person-fields';
import { Box, OutlinedInput } from '@mui/material';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { GENDERS, type PersonPlace, type PersonValues } from './person-values.ts';

const isText = (field: EditedField): field is Exclude<EditedField, { kind: 'birthday' | 'gender' }> =>
  field.kind !== 'birthday' && field.kind !== 'gender';
const TEXTS = EDITED_FIELDS.filter(isText);

export type PlaceEditor = (place: PersonPlace, onChange: (place: PersonPlace) => void, error?: string) => ReactNode;

interface PersonFieldsetProps {
  values: PersonValues;
  errors: Record<string, string | undefined>;
  onChange: (parts: Partial<PersonValues>) => void;
  renderPlace: PlaceEditor;
}

/** The fields of a person, for the two-column grid of the form around them. */
export function PersonFieldset({ values, errors, onChange, renderPlace }: PersonFieldsetProps) {
  return (
    <>
      {TEXTS.map(({ name, label, kind }) => (
        <Field key={name} label={label} optional error={errors[name]}>
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              type={kind === 'email' ? 'email' : 'text'}
              autoComplete="off"
              value={values[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <DateField
        label="Fecha de nacimiento"
        optional
        size="medium"
        value={values.birthday}
        onChange={(birthday) => onChange({ birthday })}
        error={errors['birthday']}
      />
      <ChoiceField
        label="Género"
        optional
        clearable
        options={GENDERS}
        value={values.gender || null}
        onChange={(gender) => onChange({ gender: gender ?? '' })}
        error={errors['gender']}
      />
      {/* Its fields are in the same grid. */}
      <Box sx={{ '&, & > div': { display: 'contents' } }}>
        {renderPlace(values.place, (place) => onChange({ place }), errors['districtId'])}
      </Box>
    </>
  );
}
