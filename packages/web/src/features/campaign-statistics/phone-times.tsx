import { phone } from '@campanero/contract/phone/endpoints';
import type { PhoneTimes } from '@campanero/contract/phone/schemas';
import { formatSeconds } from '@campanero/contract/phone/words';
import { formatCount, sumOf } from '@campanero/contract/shared/numbers';
import type { SpanQuery } from '@campanero/contract/shared/span';
import { ButtonBase, styled, Typography } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { IconChevronDown } from '../../components/icons.ts';
import { Inline, Line } from '../../components/layout.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { Grid } from '../../components/table/cut-text.tsx';
import { TableCard, TableScroll } from '../../components/table/styles.ts';
import { ErrorState } from '../../components/page/messages.tsx';
import { keepForSame } from '../../lib/changes.ts';
import { endpointQuery } from '../../lib/queries.ts';

const Table = styled(Grid)({ minWidth: '44rem', '& td': { height: '2.75rem' }, '& td b': { fontWeight: 600 } });

const COLUMNS = ['Llamadas', 'Atendidas', 'Sonó', 'Habló', 'Por atendida'];
const NO_OUTCOME = 'Sin registro';
const FAILED = 'No se pudo sumar el tiempo en el teléfono. En una campaña muy grande, elija fechas.';

interface PhoneTimesCardProps {
  campaignId: number;
  /** Undefined: the dates are not valid. */
  span: SpanQuery | undefined;
}

/** Only where an exchange tells what happens on the phones. Not refetched with each registration: all events are added up anew. */
export function PhoneTimesCard({ campaignId, span }: PhoneTimesCardProps) {
  const titleId = useId();
  const { data: dial } = useQuery(endpointQuery('calling-rules', phone.dial));
  const params = { campaignId };
  const input = dial?.hasEvents && span ? { params, query: span } : skipToken;
  const times = useQuery(endpointQuery('statistics', phone.times, input, { placeholderData: keepForSame(params) }));
  const [openId, setOpenId] = useState<number>();
  const rows = times.data ?? [];
  if (rows.length === 0 && !times.isError) return null;
  const operators = [...Map.groupBy(rows, ({ operator }) => operator.id).values()];
  return (
    <TableCard aria-labelledby={titleId}>
      <Inline component="header" sx={{ px: 4, minHeight: '2.875rem', alignItems: 'center' }}>
        <Typography variant="h2" id={titleId}>
          Tiempo en el teléfono
        </Typography>
      </Inline>
      {times.isError ? (
        <ErrorState message={FAILED} onRetry={() => void times.refetch()} />
      ) : (
        <TableScroll>
          <Table aria-labelledby={titleId}>
            <thead>
              <tr>
                <th scope="col">Operador · Resultado</th>
                {COLUMNS.map((name) => (
                  <th key={name} scope="col" data-align="end" style={{ width: '6.5rem' }}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            {operators.map((own) => (
              <OperatorTimes
                key={own[0]!.operator.id}
                rows={own}
                isOpen={openId === own[0]!.operator.id}
                onToggle={(id) => setOpenId(openId === id ? undefined : id)}
              />
            ))}
          </Table>
        </TableScroll>
      )}
    </TableCard>
  );
}

type OperatorTimesProps = { rows: PhoneTimes; isOpen: boolean; onToggle: (id: number) => void };

function OperatorTimes({ rows, isOpen, onToggle }: OperatorTimesProps) {
  const { operator } = rows[0]!;
  return (
    <tbody>
      <tr>
        <td data-tone="strong">
          <ButtonBase
            aria-expanded={isOpen}
            onClick={() => onToggle(operator.id)}
            sx={{ gap: 1.5, fontSize: 'inherit' }}
          >
            <IconChevronDown size={16} stroke={2} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
            <b>{operator.name}</b>
          </ButtonBase>
        </td>
        <FigureCells rows={rows} />
      </tr>
      {isOpen &&
        rows.map((row) => (
          <tr key={row.state?.id ?? 0}>
            <td>
              <Line sx={{ paddingInlineStart: 5 }}>
                {row.state ? <StateChip name={row.state.name} color={row.state.color} /> : NO_OUTCOME}
              </Line>
            </td>
            <FigureCells rows={[row]} />
          </tr>
        ))}
    </tbody>
  );
}

function FigureCells({ rows }: { rows: PhoneTimes }) {
  const [answered, talked] = [sumOf(rows, 'answered'), sumOf(rows, 'talkSeconds')];
  const figures = [
    formatCount(sumOf(rows, 'calls')),
    formatCount(answered),
    formatSeconds(sumOf(rows, 'ringSeconds')),
    formatSeconds(talked),
    answered > 0 ? formatSeconds(Math.round(talked / answered)) : '—',
  ];
  return figures.map((figure, n) => (
    <td key={COLUMNS[n]} data-figures data-align="end">
      {figure}
    </td>
  ));
}
