import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { CONTACTS_PAGE_SIZE } from '@campanero/contract/limits';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Pager } from '../../../components/table/pager.tsx';
import type { ContactKey } from '../api/contact-detail.ts';
import { ownPerson } from '../person-words.ts';
import { PersonRow } from './person-row.tsx';

const ONE_SIZE = [CONTACTS_PAGE_SIZE];

/** The persons on the number, the call's own first, fifteen to a page (spec 9). */
export function PersonList({ contactKey, detail }: { contactKey: ContactKey; detail: CallDetail }) {
  const [page, setPage] = useState(0);
  const own = ownPerson(detail);
  const people = detail.contacts.toSorted((a, b) => Number(b === own) - Number(a === own));
  if (people.length === 0)
    return (
      <Typography color="textSecondary" sx={{ p: 4 }}>
        No hay personas registradas en este número.
      </Typography>
    );
  return (
    <>
      <ul aria-label="Personas de este número" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {people.slice(page * CONTACTS_PAGE_SIZE, (page + 1) * CONTACTS_PAGE_SIZE).map((person) => (
          <PersonRow
            key={person.id}
            contactKey={contactKey}
            person={person}
            isOwn={people.length > 1 && person === own}
          />
        ))}
      </ul>
      {people.length > CONTACTS_PAGE_SIZE && (
        <Pager
          page={page}
          size={CONTACTS_PAGE_SIZE}
          sizes={ONE_SIZE}
          total={people.length}
          onPage={setPage}
          onSize={() => undefined}
        />
      )}
    </>
  );
}
