import type { OperatorDetail } from '@campanero/contract/monitor/endpoints';
import { formatDay } from '@campanero/contract/shared/dates';
import { formatCount, formatPercent } from '@campanero/contract/shared/numbers';
import { Box, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { ChartCard } from '../../components/chart/chart-card.tsx';
import type { ChartData } from '../../components/chart/data.ts';
import { StackedBars } from '../../components/chart/stacked-bars.tsx';
import { Grid } from '../../components/table/cut-text.tsx';
import { Pager } from '../../components/table/pager.tsx';
import { TableScroll } from '../../components/table/styles.ts';
import type { Paging } from '../../components/table/types.ts';
import { useHasSpace } from '../../lib/browser/room.ts';
import { chartOfMonitoredDays, Controls, Toggle } from './figures-message.tsx';

const TITLE = 'Llamados por resultado, por día';
const LABEL_WIDTH = 72;
/** As the rows of the table beside it. */
const ROW_HEIGHT = 40;

/** Over the padding of the card. */
const EDGE_TO_EDGE = { mx: '-1.125rem', mb: '-0.5rem' };

/** The table takes what it needs, the bars the rest. */
const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) minmax(${DAY_TABLE_REM}rem, 1.25fr)`,
  '& > :last-child': { borderInlineStart: `1px solid ${theme.palette.divider}` },
  '& [data-bars]': { paddingInline: '1.125rem 0.5rem' },
  '@media print': { display: 'block', '& > :last-child': { borderInlineStart: 0 } },
}));

/** Continues the header of the table. */
const BarsHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: '2.25rem',
  paddingInlineStart: '1.125rem',
  borderBlock: `1px solid ${theme.palette.divider}`,
  background: theme.palette.surface.subtle,
  fontSize: '0.78125rem',
  fontWeight: 550,
  color: theme.palette.text.secondary,
  '& > span': { width: `${(LABEL_WIDTH + 14) / 16}rem` },
}));

interface OperatorDaysProps {
  detail: OperatorDetail | undefined;
  /** In place of the chart. */
  message: ReactNode;
  external: boolean;
  table: boolean;
  percent: boolean;
  hasOperator: boolean;
  onChange: (change: { external?: boolean; table?: boolean; percent?: boolean }) => void;
  filters: ReactNode;
  paging: Omit<Paging, 'total'>;
}

const SIDE_BY_SIDE = 900;

/** `table`: beside the bars, or instead of them on small screens. */
export function OperatorDays(props: OperatorDaysProps) {
  const { detail, message, external, table, percent, hasOperator, onChange, filters, paging } = props;
  const isWide = useHasSpace(SIDE_BY_SIDE);
  const ownTable = table ? (isWide ? 'beside' : 'instead') : 'off';
  const data = chartOfMonitoredDays(detail, percent);
  const from = paging.page * paging.size;
  const ofPage = <T,>(all: readonly T[]) => all.slice(from, from + paging.size);
  const dayTable = () => (
    <DayTable rows={ofPage(detail?.dataValues ?? [])} paging={{ ...paging, total: data.categories.length }} />
  );
  const bars = (shown: ChartData) => (
    <StackedBars title={TITLE} data={shown} rowHeight={ROW_HEIGHT} labelWidth={LABEL_WIDTH} />
  );
  return (
    <ChartCard
      title={TITLE}
      hideTitle
      data={data}
      // The table alone has no series.
      legend={ownTable === 'instead' ? 'none' : 'totals'}
      message={message}
      emptyText="No hay llamados registrados en ese período."
      ownTable={ownTable}
      controls={
        <Controls external={external} onSide={(is) => onChange({ external: is })}>
          <Toggle label="Tabla" checked={table} disabled={!hasOperator} onChange={(is) => onChange({ table: is })} />
          <Toggle
            label="Porcentaje"
            checked={percent}
            // Without bars it has no effect.
            disabled={!hasOperator || ownTable === 'instead'}
            onChange={(is) => onChange({ percent: is })}
          />
        </Controls>
      }
      filters={filters}
    >
      {(visible) =>
        ownTable === 'off' ? (
          bars(visible)
        ) : ownTable === 'instead' ? (
          <Box sx={EDGE_TO_EDGE}>{dayTable()}</Box>
        ) : (
          <Pair sx={EDGE_TO_EDGE}>
            <div>
              <BarsHead>
                <span>Día</span>
                Llamados por resultado
              </BarsHead>
              <div data-bars>{bars({ ...visible, categories: ofPage(visible.categories) })}</div>
            </div>
            {dayTable()}
          </Pair>
        )
      }
    </ChartCard>
  );
}

const HEADS = ['Fecha', 'Llamados', 'Efectividad', 'Contactabilidad', 'Primer llamado', 'Último llamado'];
/** In rem, scaled to the full width. */
const WIDTHS = [7.25, 4.75, 5.5, 7, 6.75, 7.25];

const DayGrid = styled(Grid)({
  '&&& :is(th, td):not(:first-of-type)': { paddingInline: '0.5rem' },
  '&&& :is(th, td):last-of-type': { paddingInlineEnd: '1rem' },
});
const DAY_TABLE_REM = WIDTHS.reduce((total, width) => total + width, 0);

const DayTable = ({ rows, paging }: { rows: OperatorDetail['dataValues']; paging: Paging }) => (
  <div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
    <TableScroll tabIndex={0} role="group" aria-label="Llamados por día">
      <DayGrid data-dense="" aria-label="Llamados por día" style={{ minWidth: `${DAY_TABLE_REM}rem` }}>
        <colgroup>
          {WIDTHS.map((width, place) => (
            <col key={HEADS[place]} style={{ width: `${(100 * width) / DAY_TABLE_REM}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {HEADS.map((head, place) => (
              <th
                key={head}
                scope="col"
                data-align={place > 0 ? 'end' : undefined}
                aria-sort={place === 0 ? 'descending' : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, callsMade, effectiveness, contactability, firstCall, lastCall }) => (
            <tr key={date}>
              <td data-tone="strong" data-figures="">
                {formatDay(date)}
              </td>
              {[
                formatCount(callsMade),
                formatPercent(effectiveness / 100),
                formatPercent(contactability / 100),
                firstCall,
                lastCall,
              ].map((cell, place) => (
                <td
                  key={HEADS[place + 1]}
                  data-align="end"
                  data-figures=""
                  data-tone={place === 0 ? 'strong' : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DayGrid>
    </TableScroll>
    <Pager {...paging} />
  </div>
);
