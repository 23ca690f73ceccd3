import type { CallDetail } from '@campanero/contract/contacts/schemas';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ChoiceField } from '../../../components/fields/choice-field.tsx';
import type { ContactKey } from '../api/contact-detail.ts';
import { ownPerson, personName } from '../person-words.ts';
import { PersonForm, type PlaceEditor } from './person-form.tsx';

interface PersonInformationProps {
  contactKey: ContactKey;
  detail: CallDetail;
  renderPlace: PlaceEditor;
}

/** The data of the call's person; of the others on the number, too. */
export function PersonInformation({ contactKey, detail, renderPlace }: PersonInformationProps) {
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
      <PersonForm key={person.id} contactKey={contactKey} person={person} renderPlace={renderPlace} />
    </>
  );
}
