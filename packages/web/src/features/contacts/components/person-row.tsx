import type { Contact } from '@campanero/contract/contacts/schemas';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { IconBan, IconHeartHandshake, IconPhoneX, IconUserX } from '../../../components/icons.ts';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import type { ContactKey } from '../api/contact-detail.ts';
import { useMarkWrong, useSavePerson } from '../api/save-contact.ts';
import { personFacts, personName } from '../person-words.ts';
import { CONTACT_SAVE_FAILED } from '../texts.ts';
import { FlagToggle } from './flag-toggle.tsx';

const FLAGS = [
  { flag: 'interested', label: 'Participa', name: 'Participa', icon: IconHeartHandshake, isGood: true },
  { flag: 'wrong', label: 'Equivocado', name: 'Número equivocado', icon: IconPhoneX, isGood: false },
  { flag: 'dead', label: 'Fallecido', name: 'Fallecido', icon: IconUserX, isGood: false },
  { flag: 'doNotCall', label: 'No llamar', name: 'No llamar', icon: IconBan, isGood: false },
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

interface PersonRowProps {
  contactKey: ContactKey;
  person: Contact;
  /** Of several, the one this call is about. */
  isOwn: boolean;
}

/** One of the persons on the number, with the four flags (spec 4, Contact flags). */
export function PersonRow({ contactKey, person, isOwn }: PersonRowProps) {
  const savePerson = useSavePerson(contactKey);
  const markWrong = useMarkWrong(contactKey);
  const [pending, setPending] = useState<Flag>();
  const name = personName(person);
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
        {FLAGS.map(({ flag, name: flagName, ...toggleProps }) => (
          <FlagToggle
            key={flag}
            {...toggleProps}
            name={`${flagName}: ${name}`}
            isOn={person[flag]}
            pending={pending === flag}
            onToggle={() => void toggle(flag)}
          />
        ))}
      </div>
    </Row>
  );
}
