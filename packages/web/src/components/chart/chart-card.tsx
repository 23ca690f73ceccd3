import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useRef, useState } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { notify } from '../../lib/snackbar.ts';
import { IconChartBar, IconCopy, IconDownload, IconTable } from '../icons.ts';
import { ActionsMenu } from '../page/actions-menu.tsx';
import { Grid, TableScroll } from '../table/styles.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import {
  type ChartData,
  type ChartSeries,
  isEmpty,
  tableOf,
  type TableText,
  tabSeparated,
  totalOf,
  withoutSeries,
} from './data.ts';
import { Swatch, usePaint } from './frame.tsx';
import { CardSection } from './kpi-strip.tsx';
import { savePng, saveSvg } from './save-picture.ts';

const Head = styled('header')({
  display: 'flex',
  alignItems: 'flex-start',
  columnGap: 8,
  marginBottom: 6,
  // What does not fit beside the title stands below it; the tools stay in their corner.
  '& > [data-words]': {
    flex: 1,
    minWidth: 0,
    minHeight: '2rem',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 8,
    rowGap: 2,
  },
  '& > [data-tools]': { display: 'flex', flex: 'none', marginInlineEnd: -8 },
});

const ChartGrid = styled(Grid)({
  '& thead th': { position: 'sticky', top: 0, zIndex: 2, background: 'inherit', height: '2rem', borderTop: 0 },
  '& thead tr': { position: 'sticky', top: 0, zIndex: 2 },
  '&[data-dense] tbody td': { height: '2rem' },
  '& :is(th, td):first-of-type': { paddingInlineStart: '1.125rem' },
  '&[data-dense] :is(th, td):last-of-type': { paddingInlineEnd: '1.125rem' },
});

interface FigureCardProps {
  title: string;
  subtitle?: string;
  /** The page's own title says it already: here it is only a name for screen readers. */
  hideTitle?: boolean;
  /** Switches and selectors of this figure, in its head. */
  controls?: ReactNode;
  /** A line of its own below the head: what the figure is asked for. */
  filters?: ReactNode;
  legend?: ReactNode;
  /** What the saved picture's legend says. */
  pictureLegend?: readonly (ChartSeries & { total?: string | undefined })[];
  footer?: ReactNode;
  /** The same numbers as the plot. */
  table: TableText;
  /** Stands where the plot would when there is nothing to draw. */
  emptyText?: string | undefined;
  /** The same, in any shape: a choice is missing, the question failed, or its answer is on its way. */
  message?: ReactNode;
  /** The page shows a table of its own beside the plot or instead of it: the card offers no second one. */
  ownTable?: 'beside' | 'instead' | undefined;
  children: ReactNode;
}

/** A figure: its plot, the same numbers as a table in the same box, the table to copy and the plot as a picture to save. */
export function FigureCard(props: FigureCardProps) {
  const { title, subtitle, hideTitle = false, controls, legend, footer, table, children } = props;
  const { filters, emptyText, message, ownTable } = props;
  const id = useId();
  const paint = usePaint();
  const box = useRef<HTMLDivElement>(null);
  /** How high the plot was, for the table that takes its place; undefined while the plot is shown. */
  const [tableHeight, setTableHeight] = useState<number>();
  const isTable = tableHeight !== undefined && !ownTable;
  const blank =
    message ?? (emptyText === undefined ? undefined : <Typography color="textSecondary">{emptyText}</Typography>);
  const isBlank = blank !== undefined;
  const picture = () => ({
    title,
    subtitle,
    legend: props.pictureLegend ?? [],
    plots: [...(box.current?.querySelectorAll<SVGSVGElement>('svg[data-plot]') ?? [])],
    paint,
  });
  const copy = () =>
    copyText(tabSeparated(table)).then(
      () => notify.success('Tabla copiada.'),
      () => notify.error('No fue posible copiar la tabla.'),
    );
  const waitsFor = isTable || ownTable === 'instead' ? 'Vuelva al gráfico para guardarlo.' : undefined;
  return (
    <CardSection aria-labelledby={id} sx={{ p: '0.75rem 1.125rem 0.5rem' }}>
      <Head>
        <div data-words="">
          {hideTitle ? (
            <VisuallyHidden id={id}>{title}</VisuallyHidden>
          ) : (
            <Typography variant="h3" component="h2" id={id}>
              {title}
            </Typography>
          )}
          {subtitle && (
            <Typography variant="body2" color="textDisabled">
              {subtitle}
            </Typography>
          )}
          {controls}
          {/* Takes the line's free room, so that legend and tools stand at its end. */}
          <Box sx={{ flex: 1 }} />
          {legend}
        </div>
        {!isBlank && (
          <div data-tools>
            {!ownTable && (
              <Tooltip title={isTable ? 'Ver gráfico' : 'Ver tabla'}>
                <IconButton
                  size="small"
                  aria-label={isTable ? 'Ver gráfico' : 'Ver tabla'}
                  onClick={() => setTableHeight(isTable ? undefined : (box.current?.offsetHeight ?? 0))}
                >
                  {isTable ? (
                    <IconChartBar size={18} stroke={1.75} aria-hidden />
                  ) : (
                    <IconTable size={18} stroke={1.75} aria-hidden />
                  )}
                </IconButton>
              </Tooltip>
            )}
            <ActionsMenu
              size="small"
              actions={[
                { label: 'Copiar tabla', icon: IconCopy, run: () => void copy() },
                {
                  label: 'Guardar imagen (PNG)',
                  icon: IconDownload,
                  waitsFor,
                  run: () => void savePng(picture()).catch(() => notify.error('No fue posible guardar la imagen.')),
                },
                { label: 'Guardar imagen (SVG)', icon: IconDownload, waitsFor, run: () => saveSvg(picture()) },
              ]}
            />
          </div>
        )}
      </Head>
      {filters}
      {isBlank ? (
        <EmptyPlot>{blank}</EmptyPlot>
      ) : isTable ? (
        <ChartTable title={title} table={table} height={tableHeight} />
      ) : (
        <div ref={box}>{children}</div>
      )}
      {footer}
    </CardSection>
  );
}

const EmptyPlot = ({ children }: { children: ReactNode }) => (
  <Box sx={{ minHeight: '11.875rem', display: 'grid', placeItems: 'center', textAlign: 'center' }}>{children}</Box>
);

interface ChartTableProps {
  title: string;
  table: TableText;
  /** The plot's height: the table scrolls within it, and the card keeps its size. */
  height: number;
}

function ChartTable({ title, table: { head, rows }, height }: ChartTableProps) {
  const rem = 9 + (head.length - 1) * 6;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <TableScroll
      tabIndex={0}
      role="group"
      aria-label={title}
      sx={{ mx: '-1.125rem', overflow: 'auto', height: Math.max(height, 190) }}
    >
      <ChartGrid data-dense="" aria-label={title} style={{ minWidth: `${rem}rem` }}>
        <colgroup>
          {/* Names want more room than numbers. */}
          <col style={{ width: `${900 / rem}%` }} />
        </colgroup>
        <thead>
          <tr>
            {head.map((cell, place) => (
              <th key={cell} scope="col" data-align={place > 0 ? 'end' : undefined}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have the same name and the same numbers
            <tr key={`${row} ${cells[0]}`}>
              {cells.map((cell, place) =>
                place === 0 ? (
                  <td key={head[0]} data-tone="strong">
                    {cell}
                  </td>
                ) : (
                  <td key={head[place]} data-align="end" data-figures="">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </ChartGrid>
    </TableScroll>
  );
}

const LegendButton = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.caption,
  gap: 6,
  minHeight: 24,
  padding: '0 4px',
  borderRadius: 4,
  whiteSpace: 'nowrap',
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 600, color: theme.palette.text.primary },
  '&[aria-pressed="false"]': { textDecoration: 'line-through', color: theme.palette.text.disabled },
  '&[aria-pressed="false"] svg': { opacity: 0.35 },
}));

interface LegendProps {
  data: ChartData;
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** How much each series has in all; of percentages there is no such thing. */
  totals: boolean;
}

/** Names, totals and filter in one: a click hides a series, another shows it again. The last one stays. */
export function Legend({ data, hidden, onToggle, totals }: LegendProps) {
  return (
    <Box role="group" aria-label="Series" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {data.series.map(({ key, name, slot }, place) => (
        <LegendButton key={key} aria-pressed={!hidden.has(key)} onClick={() => onToggle(key)}>
          <Swatch slot={slot} />
          {name}
          {totals && <b>{formatCount(totalOf(data, place))}</b>}
        </LegendButton>
      ))}
    </Box>
  );
}

/** Which series are hidden; at least one always stays. */
export function useSeriesFilter(data: ChartData) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    if (data.series.some((series) => !next.has(series.key))) setHidden(next);
  };
  return { hidden, toggle, visible: withoutSeries(data, hidden) };
}

interface ChartCardProps extends Omit<
  FigureCardProps,
  'table' | 'legend' | 'pictureLegend' | 'children' | 'emptyText'
> {
  data: ChartData;
  emptyText: string;
  /** Lines write their names at their ends and need none. */
  legend?: 'names' | 'totals' | 'none';
  /** Draws what the legend leaves. */
  children: (visible: ChartData) => ReactNode;
}

/** A figure of series: with the legend that filters plot and table alike. */
export function ChartCard({ data, emptyText, legend = 'names', children, ...rest }: ChartCardProps) {
  const { hidden, toggle, visible } = useSeriesFilter(data);
  const hasLegend = legend !== 'none' && !isEmpty(data);
  const totals = legend === 'totals';
  return (
    <FigureCard
      {...rest}
      table={tableOf(visible)}
      emptyText={isEmpty(data) ? emptyText : undefined}
      legend={hasLegend && <Legend data={data} hidden={hidden} onToggle={toggle} totals={totals} />}
      pictureLegend={
        hasLegend
          ? visible.series.map((series, place) => ({
              ...series,
              total: totals ? formatCount(totalOf(visible, place)) : undefined,
            }))
          : []
      }
    >
      {children(visible)}
    </FigureCard>
  );
}
