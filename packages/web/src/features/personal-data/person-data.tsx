import { kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import type { PersonalDataRecord } from '@campanero/contract/personal-data/schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Button, styled } from '@mui/material';
import { Link } from 'react-router';
import { Inline, Muted } from '../../components/layout.tsx';
import { FactList } from '../../components/page/fact-list.tsx';
import { FigureRows, Rows, Section } from '../../components/page/section.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { dotted } from '../../lib/text/dotted.ts';
import { RequestChip } from './request-words.tsx';

const Group = styled('div')(({ theme }) => ({
  padding: '0 16px 16px',
  '& + &': { borderTop: `1px solid ${theme.palette.line.soft}`, paddingTop: 14 },
}));

export function PersonFields({ held }: { held: PersonalDataRecord }) {
  const byOrigin = Map.groupBy(held.fields, ({ origin }) => origin);
  return (
    <Section
      title="Datos y de dónde vinieron"
      note={
        held.fields.length === 0 &&
        (held.erasedAt ? 'Los datos fueron borrados.' : 'No hay datos además de sus números.')
      }
    >
      {[...byOrigin].map(([origin, fields]) => (
        <Group key={origin}>
          <FactList facts={fields} />
          <Muted component="p" sx={{ m: 0, mt: 2.5, overflowWrap: 'anywhere' }}>
            <span style={{ fontWeight: 600 }}>Origen:</span> {origin}
          </Muted>
        </Group>
      ))}
    </Section>
  );
}

export const doNotCallAction = (isSet: boolean) => (isSet ? 'Quitar' : 'Marcar');

/** The flags that users set, by whom and when. For an erased person the note above reports on «No llamar». */
export const PersonFlags = ({ held, onDoNotCall }: { held: PersonalDataRecord; onDoNotCall: () => void }) => (
  <Section title="Marcas">
    <FigureRows sx={{ '& > li': { flexWrap: 'nowrap' } }}>
      {held.flags
        .filter(({ label }) => !held.erasedAt || label !== 'No llamar')
        .map(({ label, isSet, userName, at }) => (
          <li key={label}>
            <div>
              <b>{label}:</b> {isSet ? 'Sí' : 'No'}
              {at ? (
                <p>
                  {userName} el {formatDateTime(at)}
                </p>
              ) : (
                isSet && <p>No se sabe quién la puso</p>
              )}
            </div>
            {label === 'No llamar' && (
              <Button size="small" onClick={onDoNotCall}>
                {doNotCallAction(isSet)}
                <VisuallyHidden> No llamar</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
    </FigureRows>
  </Section>
);

interface PersonNumbersProps {
  held: PersonalDataRecord;
  linkTo: (personId: number) => string;
  onRectify: (number: string, wrong: boolean) => void;
}

export const PersonNumbers = ({ held, linkTo, onRectify }: PersonNumbersProps) => (
  <Section title="Números" aside={held.numbers.length} note={held.numbers.length === 0 && 'No tiene números.'}>
    <Rows>
      {held.numbers.map(({ number, mobile, wrong, since, blocked, others }) => (
        <li key={number}>
          <b>
            <bdi>{formatPhone(number)}</bdi>
          </b>{' '}
          <span className="quiet">{dotted(mobile && 'celular', wrong && 'marcado como equivocado')}</span>
          <p>Desde el {formatDateTime(since)}</p>
          {blocked && <p>{blocked}</p>}
          {others.map(({ id, name }) => (
            <p key={id}>
              Otra persona en este número: <Link to={linkTo(id)}>{name || 'Sin nombre'}</Link>
            </p>
          ))}
          {!held.erasedAt && (
            <Button variant="text" size="small" onClick={() => onRectify(number, !wrong)} sx={{ px: 0, mt: 0.5 }}>
              {wrong ? 'Es de esta persona' : 'No es de esta persona'}
              <VisuallyHidden>: {formatPhone(number)}</VisuallyHidden>
            </Button>
          )}
        </li>
      ))}
    </Rows>
  </Section>
);

type PersonRequestsProps = { held: PersonalDataRecord; linkTo: (requestId: number) => string };

export const PersonRequests = ({ held: { requests }, linkTo }: PersonRequestsProps) => (
  <Section title="Pedidos" aside={requests.length} note={requests.length === 0 && 'No pidió nada hasta ahora.'}>
    <Rows>
      {requests.map((request) => (
        <li key={request.id}>
          <Inline sx={{ rowGap: 0 }}>
            <b>
              <Link to={linkTo(request.id)}>
                {request.id} · {kindsInWords(request.kinds)}
              </Link>
            </b>
            <RequestChip request={request} />
          </Inline>
          <p>
            Recibido el {formatDay(request.receivedOn)} · Vence el {formatDay(request.dueOn)}
          </p>
          {request.answer && <p>{request.answer}</p>}
        </li>
      ))}
    </Rows>
  </Section>
);
