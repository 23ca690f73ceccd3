import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { PersonFieldset, type PlaceEditor } from '../../features/contacts/person-fieldset.tsx';
import {
  faultsOf,
  PERSON_LABELS,
  personChange,
  personInWords,
  personValues,
  type PersonValues,
  type PersonPlace,
  valuesOf,
} from '../../features/contacts/person-values.ts';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED } from '../../features/contacts/texts.ts';
import { placeName, PlaceFields } from '../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../features/lookups/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { type ContactKey, useFreshContact, useSavePerson } from '../api.ts';
import { ownPerson, personName } from './person-words.ts';

interface PersonFormProps {
  contactKey: ContactKey;
  person: Contact;
  renderPlace: PlaceEditor;
  placeInWords: (place: PersonPlace) => string;
}

/** Can be edited whatever the status of the campaign: it is about the person. */
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

/** The data of the call's person, or of another one on the number. */
export function PersonInformation({ contactKey, detail }: { contactKey: ContactKey; detail: CallDetail }) {
  const tree = useQuery(locationsQuery()).data;
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
      <PersonForm
        key={person.id}
        contactKey={contactKey}
        person={person}
        renderPlace={(place, onChange, error) => (
          <PlaceFields
            tree={tree}
            place={place}
            onChange={onChange}
            {...(error && { errors: { districtId: error } })}
          />
        )}
        placeInWords={(place) => placeName(tree, place) ?? ''}
      />
    </>
  );
}
