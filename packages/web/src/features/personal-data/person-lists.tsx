import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { PAGE_SIZES } from '@campanero/contract/limits';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import type { HeldCall } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Button } from '@mui/material';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Inline } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { Rows, Section } from '../../components/page/section.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { Pager } from '../../components/table/pager.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { personScope } from './api.ts';

const KEEP = { placeholderData: keepPreviousData };

interface PagedSectionProps<T> {
  title: string;
  ask: (query: { pageNumber: string; pageSize: string }) => UseQueryOptions<T>;
  /** The sentence without rows. */
  empty: string;
  failed: string;
  children: (data: T) => ReactNode;
}

function PagedSection<T extends { totalElementsCount: number }>(props: PagedSectionProps<T>) {
  const [slice, setSlice] = useState<{ page: number; size: number }>({ page: 0, size: PAGE_SIZES[0] });
  const answer = useQuery(props.ask({ pageNumber: String(slice.page), pageSize: String(slice.size) }));
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
      {total !== undefined && total > PAGE_SIZES[0] && (
        <Pager
          {...slice}
          total={total}
          onPage={(page) => setSlice({ ...slice, page })}
          onSize={(size) => setSlice({ page: 0, size })}
        />
      )}
    </Section>
  );
}

/** The calls to the person, newest first, with their outcomes. */
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

function CallRow({ call, to }: { call: HeldCall; to: string }) {
  return (
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
                  {[
                    outcome.substateName,
                    outcome.userName,
                    outcome.affinity !== null && `comunicación ${AFFINITIES[outcome.affinity]}`,
                    outcome.isCorrected && 'corregido después',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
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
    </li>
  );
}

interface PersonRecordsProps {
  personId: number;
  describe: (record: AuditEntry) => string;
  onOpen: (record: AuditEntry) => void;
}

/** Audit records about the person, their calls and requests. */
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
          <Button
            variant="text"
            size="small"
            onClick={() => onOpen(record)}
            sx={{ px: 0, textAlign: 'start', whiteSpace: 'normal', height: 'auto', minHeight: 28 }}
          >
            {describe(record)}
          </Button>
          <p>
            {record.userName}, el {formatDateTime(record.createdAt)} · {record.object}
          </p>
        </li>
      ))
    }
  </PagedSection>
);
