import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import { type OtherOccurrences, NAMED_BY } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Muted } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { Rows, Section } from '../../components/page/section.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { personScope } from './api.ts';

/** The server reads a million rejected rows in pieces, about ten seconds on a quiet machine. */
const COPIES_TIMEOUT_MS = 120_000;

/** Where else the person occurs: exported files, rejected rows, messages. */
export function PersonCopies({ personId, ...links }: { personId: number } & Pick<ListProps, 'campaignLink'>) {
  const copies = useQuery(
    endpointQuery(
      personScope(personId),
      personalData.copies,
      { params: { id: personId } },
      { timeoutMs: COPIES_TIMEOUT_MS, refetchOnWindowFocus: false },
    ),
  );
  const { data } = copies;
  if (!data)
    return (
      <Section title="Copias">
        <Box sx={{ px: 4, pb: 4 }}>
          <QueryState query={copies} height={88} failed="No fue posible buscar las copias. Inténtelo de nuevo." />
        </Box>
      </Section>
    );
  return (
    <>
      <Exports copies={data} {...links} />
      <RejectedRows copies={data} {...links} />
      <Messages copies={data} />
      {data.isCut && <Muted>De alguna de estas listas solo se muestran las cien más nuevas.</Muted>}
    </>
  );
}

type ListProps = { copies: OtherOccurrences; campaignLink: (campaignId: number) => string };

function Exports({ copies: { exports }, campaignLink }: ListProps) {
  return (
    <Section
      title="Exportaciones"
      aside={formatCount(exports.length)}
      note={
        exports.length === 0
          ? 'No figura en ninguna exportación.'
          : 'Las que pudieron contener a la persona: se hicieron cuando ya estaba en la campaña.'
      }
    >
      <Rows>
        {exports.map(({ id, kind, campaign, userName, at, expiresAt }) => (
          <li key={id}>
            <b>{EXPORT_KINDS[kind].label}</b>
            {campaign && (
              <>
                {' '}
                de <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>
              </>
            )}
            <p>
              {userName}, el {formatDateTime(at)}.{' '}
              {expiresAt
                ? `El archivo sigue disponible hasta el ${formatDateTime(expiresAt)}.`
                : 'El archivo ya se borró.'}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function RejectedRows({ copies: { rejectedRows }, campaignLink }: ListProps) {
  return (
    <Section
      title="Filas rechazadas"
      aside={formatCount(rejectedRows.length)}
      note={rejectedRows.length === 0 && 'Ninguna fila rechazada la nombra.'}
    >
      <Rows>
        {rejectedRows.map(({ loadId, loadName, campaign, fileNo, line, reason, cells, namedBy, at }) => (
          <li key={`${loadId}-${fileNo}-${line}`}>
            <b>{loadName}</b>, línea {line}, en <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>
            <p>{cells.filter(Boolean).join(' · ')}</p>
            <p>
              {reason} {maybeOther(namedBy)} {formatDateTime(at)}
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

const NOTIFIED: Record<string, string> = { CALLBACK: 'Aviso de rellamado', CORRECTION: 'Aviso de corrección' };

const maybeOther = (namedBy: keyof typeof NAMED_BY) =>
  `Coincide por ${NAMED_BY[namedBy]}${namedBy === 'name' ? ' (puede ser otra persona)' : ''}.`;

function Messages({ copies: { notifications, mails, notes } }: { copies: OtherOccurrences }) {
  const messages = [
    ...notifications.map(({ id, action, userName, at }) => ({
      key: `notification-${id}`,
      title: NOTIFIED[action] ?? 'Aviso',
      text: `En la campana de ${userName}, el ${formatDateTime(at)}`,
    })),
    ...mails.map(({ id, subject, userName, namedBy, at }) => ({
      key: `mail-${id}`,
      title: `Correo: ${subject}`,
      text: `A ${userName}, el ${formatDateTime(at)}. ${maybeOther(namedBy)}`,
    })),
    ...notes.map(({ id, userName, at }) => ({
      key: `note-${id}`,
      title: `Nota personal de ${userName}`,
      text: `Cambiada por última vez el ${formatDateTime(at)}`,
    })),
  ];
  return (
    <Section
      title="Avisos, correos y notas"
      aside={formatCount(messages.length)}
      note={messages.length === 0 && 'Ninguno la nombra.'}
    >
      <Rows>
        {messages.map(({ key, title, text }) => (
          <li key={key}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </Rows>
    </Section>
  );
}
