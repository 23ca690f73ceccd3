import { EDITED_FIELDS, type EditedField } from '@campanero/contract/contacts/person-fields';
import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { type ContactKey, useFreshContact, useSavePerson } from './api.ts';
import {
  faultsOf,
  GENDERS,
  PERSON_LABELS,
  personChange,
  personInWords,
  personValues,
  type PersonValues,
  type PersonPlace,
  valuesOf,
} from './person-values.ts';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED, ownPerson, personName } from './person-words.ts';

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

/** The fields of a person, in the two columns of the form around them. */
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
      {/* Its fields stand in the same columns. */}
      <Box sx={{ '&, & > div': { display: 'contents' } }}>
        {renderPlace(values.place, (place) => onChange({ place }), errors['districtId'])}
      </Box>
    </>
  );
}

interface PersonFormProps {
  contactKey: ContactKey;
  person: Contact;
  renderPlace: PlaceEditor;
  placeInWords: (place: PersonPlace) => string;
}

/** A person's data. It can be put right whatever the campaign's status: it is about the person, not the campaign. */
function PersonForm({ contactKey, person, renderPlace, placeInWords }: PersonFormProps) {
  const save = useSavePerson(contactKey);
  const askAgain = useFreshContact(contactKey);
  const draft = useRecordDraft({
    name: `person:${person.id}`,
    schema: personValues,
    record: person,
    valuesOf,
    reload: async () => (await askAgain()).contacts.find(({ id }) => id === person.id),
    staysOnLeaving: true,
  });
  const [refusal, setRefusal] = useState<{ text: string; fields: Record<string, string> }>();
  const faults = faultsOf(personChange(draft.changes));
  const isValid = Object.keys(faults).length === 0;
  const errors: Record<string, string | undefined> = { ...refusal?.fields, ...faults };

  const change = (parts: Partial<PersonValues>) => {
    setRefusal(undefined);
    draft.change(parts);
  };
  const submit = async () => {
    if (!draft.isReady || !isValid || save.isPending) return;
    setRefusal(undefined);
    try {
      const isSaved = await draft.save(({ changes, version }) =>
        save.mutateAsync({ person, change: { ...personChange(changes), version } }),
      );
      if (isSaved) notify.success(CONTACT_SAVED);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setRefusal({ text: errorText(error, CONTACT_SAVE_FAILED), fields });
    }
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ p: 4, display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}
    >
      <PersonFieldset values={draft.values} errors={errors} onChange={change} renderPlace={renderPlace} />
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 4 }}>
        <ConflictChoices
          conflicts={draft.conflicts}
          labels={PERSON_LABELS}
          inWords={personInWords(placeInWords)}
          onChoose={draft.choose}
        />
        <FormNote>{refusal?.text}</FormNote>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <SubmitButton
            ready={draft.isReady && isValid}
            reason={draft.isUndecided ? CHOOSE_FIRST : isValid ? 'Todavía no hay cambios.' : 'Hay datos que corregir.'}
            pending={save.isPending}
            pendingText="Guardando…"
          >
            Guardar
          </SubmitButton>
        </Box>
      </Box>
    </Box>
  );
}

interface PersonInformationProps {
  contactKey: ContactKey;
  detail: CallDetail;
  renderPlace: PlaceEditor;
  placeInWords: (place: PersonPlace) => string;
}

/** The data of the call's person; of the others on the number, too. */
export function PersonInformation({ contactKey, detail, ...place }: PersonInformationProps) {
  const [chosenId, setChosenId] = useState<number>();
  const person = detail.contacts.find(({ id }) => id === chosenId) ?? ownPerson(detail);
  if (!person)
    return (
      <Typography color="textSecondary" sx={{ p: 4 }}>
        No hay personas registradas en este número.
      </Typography>
    );
  return (
    <>
      {detail.contacts.length > 1 && (
        <Box sx={{ px: 4, pt: 4 }}>
          <ChoiceField
            label="Persona"
            options={detail.contacts.map((each) => ({ id: each.id, name: personName(each) }))}
            value={person.id}
            onChange={(id) => setChosenId(id ?? undefined)}
          />
        </Box>
      )}
      <PersonForm key={person.id} contactKey={contactKey} person={person} {...place} />
    </>
  );
}
