import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import { type OtherOccurrences, NAMED_BY } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Muted } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { Rows, Section } from '../../components/page/section.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { personScope } from './api.ts';

/** A million rejected rows take about ten seconds. */
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

interface MentionsProps {
  title: string;
  empty: string;
  note?: string;
  mentions: readonly { key: string; title: ReactNode; lines: readonly string[] }[];
}

const Mentions = ({ title, empty, note, mentions }: MentionsProps) => (
  <Section title={title} aside={formatCount(mentions.length)} note={mentions.length === 0 ? empty : note}>
    <Rows>
      {mentions.map((mention) => (
        <li key={mention.key}>
          {mention.title}
          {mention.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </li>
      ))}
    </Rows>
  </Section>
);

function Exports({ copies: { exports }, campaignLink }: ListProps) {
  const fileText = (expiresAt: string | null) =>
    expiresAt ? `El archivo sigue disponible hasta el ${formatDateTime(expiresAt)}.` : 'El archivo ya se borró.';
  return (
    <Mentions
      title="Exportaciones"
      empty="No figura en ninguna exportación."
      note="Las que pudieron contener a la persona: se hicieron cuando ya estaba en la campaña."
      mentions={exports.map(({ id, kind, campaign, userName, at, expiresAt }) => ({
        key: id,
        title: (
          <>
            <b>{EXPORT_KINDS[kind].label}</b>
            {campaign && ' de '}
            {campaign && <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>}
          </>
        ),
        lines: [`${userName}, el ${formatDateTime(at)}. ${fileText(expiresAt)}`],
      }))}
    />
  );
}

function RejectedRows({ copies: { rejectedRows }, campaignLink }: ListProps) {
  return (
    <Mentions
      title="Filas rechazadas"
      empty="Ninguna fila rechazada la nombra."
      mentions={rejectedRows.map(({ loadId, loadName, campaign, fileNo, line, reason, cells, namedBy, at }) => ({
        key: `${loadId}-${fileNo}-${line}`,
        title: (
          <>
            <b>{loadName}</b>, línea {line}, en <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>
          </>
        ),
        lines: [cells.filter(Boolean).join(' · '), `${reason} ${maybeOther(namedBy)} ${formatDateTime(at)}`],
      }))}
    />
  );
}

const NOTIFIED: Record<string, string> = { CALLBACK: 'Aviso de rellamado', CORRECTION: 'Aviso de corrección' };

const maybeOther = (namedBy: keyof typeof NAMED_BY) =>
  `Coincide por ${NAMED_BY[namedBy]}${namedBy === 'name' ? ' (puede ser otra persona)' : ''}.`;

function Messages({ copies: { notifications, mails, notes } }: { copies: OtherOccurrences }) {
  const mentions = [
    ...notifications.map(({ id, action, userName, at }) => ({
      key: `notification-${id}`,
      title: <b>{NOTIFIED[action] ?? 'Aviso'}</b>,
      lines: [`En la campana de ${userName}, el ${formatDateTime(at)}`],
    })),
    ...mails.map(({ id, subject, userName, namedBy, at }) => ({
      key: `mail-${id}`,
      title: <b>Correo: {subject}</b>,
      lines: [`A ${userName}, el ${formatDateTime(at)}. ${maybeOther(namedBy)}`],
    })),
    ...notes.map(({ id, userName, at }) => ({
      key: `note-${id}`,
      title: <b>Nota personal de {userName}</b>,
      lines: [`Cambiada por última vez el ${formatDateTime(at)}`],
    })),
  ];
  return <Mentions title="Avisos, correos y notas" empty="Ninguno la nombra." mentions={mentions} />;
}
