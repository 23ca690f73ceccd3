import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import {
  checkPerson,
  PERSON_LABELS,
  personChange,
  PersonFieldset,
  personInWords,
  personValues,
  personValuesOf,
} from '../../features/contacts/person-fields.tsx';
import { CONTACT_SAVE_FAILED, CONTACT_SAVED } from '../../features/contacts/texts.ts';
import { placeEditor } from '../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../features/lookups/api.ts';
import { fetchFresh } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { type ContactKey, contactQuery, useSavePerson } from '../api.ts';
import { Empty } from './person-list.tsx';
import { ownPerson, personName } from './person-words.ts';

/** Can be edited whatever the status of the campaign: it is about the person. */
function PersonForm({ contactKey, person }: { contactKey: ContactKey; person: Contact }) {
  const { renderPlace, placeInWords } = placeEditor(useQuery(locationsQuery()).data);
  const save = useSavePerson(contactKey);
  const { form, status } = useRecordForm({
    name: `person:${person.id}`,
    schema: personValues,
    rules: (base) => personValues.superRefine(checkPerson(base)),
    mode: 'onChange',
    record: person,
    valuesOf: (record = person) => personValuesOf(record),
    reload: async () => (await fetchFresh(contactQuery(contactKey))).contacts.find(({ id }) => id === person.id),
    staysOnLeaving: true,
    send: ({ changes, version }) => save.mutateAsync({ person, change: { ...personChange(changes), version } }),
    failed: CONTACT_SAVE_FAILED,
    done: CONTACT_SAVED,
  });
  return (
    <InlineForm status={status} labels={PERSON_LABELS} inWords={personInWords(placeInWords)} isWide sx={{ p: 4 }}>
      <PersonFieldset form={form} renderPlace={renderPlace} />
    </InlineForm>
  );
}

export function PersonInformation({ contactKey, detail }: { contactKey: ContactKey; detail: CallDetail }) {
  const [chosenId, setChosenId] = useState<number>();
  const person = detail.contacts.find(({ id }) => id === chosenId) ?? ownPerson(detail);
  if (!person) return <Empty>No hay personas registradas en este número.</Empty>;
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
      <PersonForm key={person.id} contactKey={contactKey} person={person} />
    </>
  );
}
