import type { HeldPerson } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Rows, Section, SectionNote } from './section.tsx';

const Fields = styled('dl')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: 'minmax(8rem, max-content) minmax(0, 2fr) minmax(0, 3fr)',
  gap: '10px 20px',
  margin: 0,
  padding: '0 16px 16px',
  '& dt': { color: theme.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& dd.origin': { color: theme.palette.text.secondary },
  '@container (max-width: 40rem)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '0 0',
    '& dt': { ...theme.typography.caption, marginTop: 10 },
    '& dd.value': { fontWeight: 600 },
    '& dd.origin': theme.typography.caption,
  },
}));

/** Each value that is held, and where it came from. */
export function PersonFields({ held }: { held: HeldPerson }) {
  return (
    <Section title="Datos y de dónde vinieron">
      {held.fields.length === 0 ? (
        <SectionNote>
          {held.erasedAt ? 'Los datos fueron borrados a pedido de la persona.' : 'No hay datos además de sus números.'}
        </SectionNote>
      ) : (
        <Fields>
          {held.fields.map(({ label, value, origin }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className="value">{value}</dd>
              <dd className="origin">{origin}</dd>
            </Fragment>
          ))}
        </Fields>
      )}
    </Section>
  );
}

/** The marks that users set: whether, by whom and when. */
export function PersonFlags({ held }: { held: HeldPerson }) {
  return (
    <Section title="Marcas">
      <Rows>
        {held.flags.map(({ label, isSet, userName, at }) => (
          <li key={label}>
            <b>{label}:</b> {isSet ? 'Sí' : 'No'}
            <p>
              {at ? `${userName} el ${formatDateTime(at)}` : isSet ? 'No se sabe quién la puso' : 'Nadie la cambió'}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

interface PersonNumbersProps {
  held: HeldPerson;
  linkTo: (personId: number) => string;
}

/** With the others on each of them: named as such, and shown on their own page. */
export function PersonNumbers({ held, linkTo }: PersonNumbersProps) {
  return (
    <Section title="Números" aside={held.numbers.length}>
      {held.numbers.length === 0 && <SectionNote>No tiene números.</SectionNote>}
      <Rows>
        {held.numbers.map(({ number, mobile, wrong, since, blocked, others }) => (
          <li key={number}>
            <b>
              <bdi>{formatPhone(number)}</bdi>
            </b>{' '}
            <span className="quiet">
              {[mobile && 'celular', wrong && 'marcado como equivocado'].filter(Boolean).join(' · ')}
            </span>
            <p>Desde el {formatDateTime(since)}</p>
            {blocked && <p>{blocked}</p>}
            {others.map(({ id, name }) => (
              <p key={id}>
                Otra persona en este número: <Link to={linkTo(id)}>{name || 'Sin nombre'}</Link>
              </p>
            ))}
          </li>
        ))}
      </Rows>
    </Section>
  );
}

/** Side by side where there is room. */
export const Columns = styled(Box)(({ theme }) => ({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 4fr)' },
  '& > div': { display: 'grid', gap: 16, minWidth: 0 },
}));
