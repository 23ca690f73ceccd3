import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import { CONTACTS_PAGE_SIZE } from '@campanero/contract/limits';
import { ButtonBase, styled, Typography } from '@mui/material';
import { useState } from 'react';
import { IconBan, IconHeartHandshake, IconPhoneX, IconUserX } from '../../components/icons.ts';
import { PlainList } from '../../components/layout.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { usePages } from '../../components/table/pager.tsx';
import { CONTACT_SAVE_FAILED } from '../../features/contacts/texts.ts';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { type ContactKey, useMarkWrong, useSavePerson } from '../api.ts';
import { ownPerson, personFacts, personName } from './person-words.ts';
import { flexColumn } from '../../theme/mixins.ts';

export function PersonList({ contactKey, detail }: { contactKey: ContactKey; detail: CallDetail }) {
  const own = ownPerson(detail);
  const people = detail.contacts.toSorted((a, b) => Number(b === own) - Number(a === own));
  const { shown, pager } = usePages(people, CONTACTS_PAGE_SIZE);
  if (people.length === 0) return <Empty>No hay personas registradas en este número.</Empty>;
  return (
    <>
      <PlainList aria-label="Personas de este número">
        {shown.map((person) => (
          <PersonRow
            key={person.id}
            contactKey={contactKey}
            person={person}
            isOwn={people.length > 1 && person === own}
          />
        ))}
      </PlainList>
      {pager}
    </>
  );
}

export const Empty = ({ children }: { children: string }) => (
  <Typography color="textSecondary" sx={{ p: 4 }}>
    {children}
  </Typography>
);

const FLAGS = [
  { flag: 'interested', label: 'Participa', name: 'Participa', Icon: IconHeartHandshake },
  { flag: 'wrong', label: 'Equivocado', name: 'Número equivocado', Icon: IconPhoneX },
  { flag: 'dead', label: 'Fallecido', name: 'Fallecido', Icon: IconUserX },
  { flag: 'doNotCall', label: 'No llamar', name: 'No llamar', Icon: IconBan },
] as const;
type Flag = (typeof FLAGS)[number]['flag'];

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '36px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '10px 12px',
  padding: '9px 16px',
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  '&[data-gone] b': { color: theme.palette.text.disabled, textDecoration: 'line-through' },
  '& .name': { display: 'flex', alignItems: 'baseline', gap: 8, minWidth: 0 },
  '& b': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { ...theme.typography.caption, color: theme.palette.text.disabled, flex: 'none' },
  '& p': { ...theme.typography.body2, margin: 0, color: theme.palette.text.secondary },
  '& [role="group"]': { display: 'flex', gap: 4 },
  '@container (max-width: 35rem)': {
    gridTemplateColumns: '36px minmax(0, 1fr)',
    padding: '12px 14px',
    '& [role="group"]': { gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 6 },
  },
}));

/** `isOwn`: the person of the call, marked if there are several. */
function PersonRow({ contactKey, person, isOwn }: { contactKey: ContactKey; person: Contact; isOwn: boolean }) {
  const savePerson = useSavePerson(contactKey);
  const markWrong = useMarkWrong(contactKey);
  const [pending, setPending] = useState<Flag>();
  const name = personName(person);
  // Not optimistic: it changes with the server's answer.
  const toggle = async (flag: Flag) => {
    if (pending) return;
    setPending(flag);
    try {
      if (flag === 'wrong') await markWrong.mutateAsync({ person, wrong: !person.wrong });
      else await savePerson.mutateAsync({ person, change: { [flag]: !person[flag] } });
    } catch (error) {
      notify.error(errorText(error, CONTACT_SAVE_FAILED));
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Row data-gone={person.dead || person.wrong ? '' : undefined}>
      <PersonAvatar name={name} size={36} />
      <div style={{ minWidth: 0 }}>
        <div className="name">
          <b title={name}>{name}</b>
          <small>
            {person.lead ? 'Lead' : 'Contacto'}
            {isOwn && ' · del llamado'}
          </small>
        </div>
        <p>{personFacts(person) || 'Sin más datos'}</p>
      </div>
      <div role="group" aria-label={`Marcas de ${name}`}>
        {FLAGS.map(({ flag, label, name: flagName, Icon }) => (
          <Toggle
            key={flag}
            aria-label={`${flagName}: ${name}`}
            aria-pressed={person[flag]}
            aria-busy={pending === flag}
            data-good={flag === 'interested' ? '' : undefined}
            onClick={() => void toggle(flag)}
          >
            <Icon size={17} stroke={1.75} aria-hidden />
            <span>{label}</span>
          </Toggle>
        ))}
      </div>
    </Row>
  );
}

const Toggle = styled(ButtonBase)(({ theme }) => ({
  ...flexColumn(2),
  width: '4.5rem',
  height: '2.625rem',
  borderRadius: theme.radius.control,
  border: `1px solid ${theme.palette.line.soft}`,
  color: theme.palette.text.secondary,
  fontSize: '0.71875rem',
  lineHeight: '0.8125rem',
  fontWeight: 500,
  '&:hover': { background: theme.palette.surface.subtle },
  '&[aria-pressed="true"]': {
    background: theme.palette.soft.danger.bg,
    borderColor: 'transparent',
    color: theme.palette.soft.danger.text,
    fontWeight: 600,
  },
  '&[aria-pressed="true"][data-good]': {
    background: theme.palette.soft.success.bg,
    color: theme.palette.soft.success.text,
  },
  '&[aria-busy="true"]': { opacity: 0.6, cursor: 'progress' },
  '@container (max-width: 35rem)': { width: 'auto', height: '3rem' },
}));
