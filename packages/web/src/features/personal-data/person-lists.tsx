import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import { type HeldCall, NAMED_BY, type OtherOccurrences } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Link as MuiLink } from '@mui/material';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Inline, Muted } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { Rows, Section } from '../../components/page/section.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useSlice } from '../../components/table/pager.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { dotted } from '../../lib/text/dotted.ts';
import { personScope } from './api.ts';

const KEEP = { placeholderData: keepPreviousData };

interface PagedSectionProps<T> {
  title: string;
  ask: (query: { pageNumber: string; pageSize: string }) => UseQueryOptions<T>;
  empty: string;
  failed: string;
  children: (data: T) => ReactNode;
}

function PagedSection<T extends { totalElementsCount: number }>(props: PagedSectionProps<T>) {
  const { query, pagerOf } = useSlice();
  const answer = useQuery(props.ask(query));
  const total = answer.data?.totalElementsCount;
  return (
    <Section
      title={props.title}
      aside={total === undefined ? undefined : formatCount(total)}
      note={total === 0 && props.empty}
    >
      {answer.data ? (
        <Rows>{props.children(answer.data)}</Rows>
      ) : (
        <Box sx={{ px: 4, pb: 4 }}>
          <QueryState query={answer} height={88} failed={props.failed} />
        </Box>
      )}
      {total !== undefined && pagerOf(total)}
    </Section>
  );
}

export const PersonCalls = ({ personId, linkTo }: { personId: number; linkTo: (call: HeldCall) => string }) => (
  <PagedSection
    title="Llamados"
    ask={(query) => endpointQuery(personScope(personId), personalData.calls, { params: { id: personId }, query }, KEEP)}
    empty="No está en ninguna campaña."
    failed="No fue posible cargar los llamados. Inténtelo de nuevo."
  >
    {({ calls }) => calls.map((call) => <CallRow key={call.id} call={call} to={linkTo(call)} />)}
  </PagedSection>
);

const AFFINITIES: Record<number, string> = { 1: 'neutra', 2: 'positiva', 3: 'negativa' };
const CHIP_GAP = { gap: '4px 8px' };

const CallRow = ({ call, to }: { call: HeldCall; to: string }) => (
  <li>
    <Inline sx={CHIP_GAP}>
      <b>
        <Link to={to}>{call.campaign.name}</Link>
      </b>
      <StateChip name={call.stateName} color={call.stateColor} />
      {call.substateName && <span className="quiet">{call.substateName}</span>}
    </Inline>
    <p>
      <bdi>{formatPhone(call.number)}</bdi> · En la campaña desde el {formatDateTime(call.createdAt)} ·{' '}
      {call.operatorName ? `Operador: ${call.operatorName}` : 'Sin operador'}
    </p>
    {!call.isOwn && <p>El llamado es a otra persona en este número; esta persona atendió.</p>}
    {call.callbackAt && <p>Rellamado: {formatDateTime(call.callbackAt)}</p>}
    {call.observations && <p>Nota: {call.observations}</p>}
    {call.outcomes.length > 0 && (
      <Box component="ol" aria-label="Resultados" sx={{ m: 0, mt: 1.5, paddingInlineStart: 4, listStyle: 'none' }}>
        {call.outcomes.map((outcome) => (
          <Box
            component="li"
            key={outcome.id}
            sx={(theme) => ({ borderInlineStart: `2px solid ${theme.palette.divider}`, px: 3, py: 1 })}
          >
            <Inline sx={CHIP_GAP}>
              <Box component="time" dateTime={outcome.at} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatDateTime(outcome.at)}
              </Box>
              <StateChip name={outcome.stateName} color={outcome.stateColor} />
              <span className="quiet">
                {dotted(
                  outcome.substateName,
                  outcome.userName,
                  outcome.affinity !== null && `comunicación ${AFFINITIES[outcome.affinity]}`,
                  outcome.isCorrected && 'corregido después',
                )}
              </span>
            </Inline>
            {outcome.isOfOther && <p>Atendió otra persona en este número: lo que dijo es suyo.</p>}
            {outcome.callbackAt && <p>Rellamado: {formatDateTime(outcome.callbackAt)}</p>}
            {outcome.observations && <p>{outcome.observations}</p>}
            {outcome.reason && <p>Motivo de la corrección: {outcome.reason}</p>}
          </Box>
        ))}
      </Box>
    )}
    {call.answers.length > 0 && (
      <Box component="dl" aria-label="Respuestas" sx={{ m: 0, mt: 1.5, paddingInlineStart: 4 }}>
        {call.answers.map(({ questionId, question, answer, before }) => (
          <Fragment key={questionId}>
            <Box component="dt" className="quiet">
              {question}
            </Box>
            <Box component="dd" sx={{ m: 0, mb: 1.5 }}>
              {dotted(answer, before.length > 0 && `antes: ${before.join(' / ')}`)}
            </Box>
          </Fragment>
        ))}
      </Box>
    )}
  </li>
);

interface PersonRecordsProps {
  personId: number;
  describe: (record: AuditEntry) => string;
  onOpen: (record: AuditEntry) => void;
}

export const PersonRecords = ({ personId, describe, onOpen }: PersonRecordsProps) => (
  <PagedSection
    title="Registros de auditoría"
    ask={(query) =>
      endpointQuery(personScope(personId), personalData.records, { params: { id: personId }, query }, KEEP)
    }
    empty="No hay registros sobre esta persona."
    failed="No fue posible cargar los registros. Inténtelo de nuevo."
  >
    {({ records }) =>
      records.map((record) => (
        <li key={record.id}>
          {/* No button, which would not be printed. */}
          <MuiLink
            component="button"
            type="button"
            variant="body2"
            onClick={() => onOpen(record)}
            sx={{ textAlign: 'start' }}
          >
            {describe(record)}
          </MuiLink>
          <p>
            {record.userName}, el {formatDateTime(record.createdAt)} · {record.object}
          </p>
        </li>
      ))
    }
  </PagedSection>
);

// A million rejected rows take about ten seconds.
const COPIES = { timeoutMs: 120_000, refetchOnWindowFocus: false };

export function PersonCopies({ personId, ...links }: { personId: number } & Pick<ListProps, 'campaignLink'>) {
  const params = { id: personId };
  const copies = useQuery(endpointQuery(personScope(personId), personalData.copies, { params }, COPIES));
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

const RejectedRows = ({ copies: { rejectedRows }, campaignLink }: ListProps) => (
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
      lines: [dotted(...cells), `${reason} ${maybeOther(namedBy)} ${formatDateTime(at)}`],
    }))}
  />
);

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
