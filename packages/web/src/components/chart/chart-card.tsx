import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, ButtonBase, styled, Typography } from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';
import { copyText } from '../../lib/browser/clipboard.ts';
import { notify } from '../../lib/snackbar.ts';
import { IconAction } from '../icon-action.tsx';
import { IconChartBar, IconCopy, IconDownload, IconTable } from '../icons.ts';
import { Centered, Inline, Line } from '../layout.tsx';
import { ActionsMenu } from '../page/actions-menu.tsx';
import { Grid } from '../table/cut-text.tsx';
import { TableScroll } from '../table/styles.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { type ChartData, isEmpty, tableOf, type TableText, tabSeparated, totalOf, withoutSeries } from './data.ts';
import { Swatch, usePaint } from './frame.tsx';
import { CardSection } from './kpi-strip.tsx';
import { type Picture, savePng, saveSvg } from './save-picture.ts';

interface FigureCardProps {
  title: string;
  subtitle?: string;
  /** The title is for screen readers only: the page's own title says it already. */
  hideTitle?: boolean;
  controls?: ReactNode;
  filters?: ReactNode;
  legend?: ReactNode;
  pictureLegend?: Picture['legend'];
  footer?: ReactNode;
  table: TableText;
  /** Shown instead of the plot. */
  message?: ReactNode;
  /** The page has a table switch of its own, in this state: the card offers none. */
  ownTable?: 'off' | 'beside' | 'instead';
  children: ReactNode;
}

/** A figure: plot or table, copying of the table, saving of the plot as a picture. */
export function FigureCard(props: FigureCardProps) {
  const { title, subtitle, hideTitle = false, controls, legend, pictureLegend = [], footer, table, children } = props;
  const { filters, message, ownTable } = props;
  const id = useId();
  const paint = usePaint();
  const box = useRef<HTMLDivElement>(null);
  /** The plot's height, kept for the table in its place; undefined while the plot is shown. */
  const [tableHeight, setTableHeight] = useState<number>();
  const isTable = tableHeight !== undefined && !ownTable;
  const picture = () => {
    const plots = [...(box.current?.querySelectorAll<SVGSVGElement>('svg[data-plot]') ?? [])];
    return { title, subtitle, legend: pictureLegend, plots, paint };
  };
  const copy = () =>
    copyText(tabSeparated(table)).then(
      () => notify.success('Tabla copiada.'),
      () => notify.error('No fue posible copiar la tabla.'),
    );
  const waitsFor = isTable || ownTable === 'instead' ? 'Vuelva al gráfico para guardarlo.' : undefined;
  return (
    <CardSection aria-labelledby={id} sx={{ p: '0.75rem 1.125rem 0.5rem' }}>
      <Line component="header" sx={{ alignItems: 'flex-start', mb: 1.5 }}>
        {/* What does not fit beside the title wraps; the tools stay in the corner. */}
        <Inline sx={{ flex: 1, minWidth: 0, minHeight: '2rem', rowGap: 0.5 }}>
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
          <Box sx={{ flex: 1 }} />
          {legend}
        </Inline>
        {message === undefined && (
          <Box sx={{ display: 'flex', flex: 'none', marginInlineEnd: -2 }}>
            {!ownTable && (
              <IconAction
                size="small"
                label={isTable ? 'Ver gráfico' : 'Ver tabla'}
                icon={isTable ? IconChartBar : IconTable}
                onClick={() => setTableHeight(isTable ? undefined : (box.current?.offsetHeight ?? 0))}
              />
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
          </Box>
        )}
      </Line>
      {filters}
      {message !== undefined ? (
        <Centered sx={{ minHeight: '11.875rem', textAlign: 'center' }}>
          {typeof message === 'string' ? <Typography color="textSecondary">{message}</Typography> : message}
        </Centered>
      ) : isTable ? (
        <ChartTable title={title} table={table} height={tableHeight} />
      ) : (
        <div ref={box}>{children}</div>
      )}
      {footer}
    </CardSection>
  );
}

interface ChartCardProps extends Omit<FigureCardProps, 'table' | 'legend' | 'pictureLegend' | 'children'> {
  data: ChartData;
  emptyText: string;
  /** Lines have their names at their ends. */
  legend?: 'names' | 'totals' | 'none';
  children: (visible: ChartData) => ReactNode;
}

/** A figure of series, with a legend that filters plot and table. */
export function ChartCard({ data, emptyText, legend = 'names', children, ...rest }: ChartCardProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const leavesSome = (keys: ReadonlySet<string>) => data.series.some(({ key }) => !keys.has(key));
  // The series may have changed since; at least one always stays visible.
  const hidden = leavesSome(chosen) ? chosen : new Set<string>();
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    if (leavesSome(next)) setChosen(next);
  };
  const visible = withoutSeries(data, hidden);
  const hasLegend = legend !== 'none' && !isEmpty(data);
  const totalIn = (of: ChartData, place: number) => (legend === 'totals' ? formatCount(totalOf(of, place)) : undefined);
  return (
    <FigureCard
      {...rest}
      table={tableOf(visible)}
      message={rest.message ?? (isEmpty(data) ? emptyText : undefined)}
      legend={
        hasLegend && (
          <Box role="group" aria-label="Series" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mx: -1 }}>
            {data.series.map(({ key, name, slot }, place) => (
              <LegendButton key={key} aria-pressed={!hidden.has(key)} onClick={() => toggle(key)}>
                <Swatch slot={slot} />
                {name}
                {legend === 'totals' && <b>{totalIn(data, place)}</b>}
              </LegendButton>
            ))}
          </Box>
        )
      }
      pictureLegend={
        hasLegend ? visible.series.map((series, place) => ({ ...series, total: totalIn(visible, place) })) : []
      }
    >
      {children(visible)}
    </FigureCard>
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

const ChartGrid = styled(Grid)({
  '& thead th': { position: 'sticky', top: 0, zIndex: 2, background: 'inherit', height: '2rem', borderTop: 0 },
  '& thead tr': { position: 'sticky', top: 0, zIndex: 2 },
  '&[data-dense] tbody td': { height: '2rem' },
  '& :is(th, td):first-of-type': { paddingInlineStart: '1.125rem' },
  '&[data-dense] :is(th, td):last-of-type': { paddingInlineEnd: '1.125rem' },
});

function ChartTable({ title, table: { head, rows }, height }: { title: string; table: TableText; height: number }) {
  const rem = 9 + (head.length - 1) * 6;
  const tdOf = (place: number) =>
    place === 0 ? { 'data-tone': 'strong' } : { 'data-align': 'end', 'data-figures': '' };
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
          {/* Names need more room than numbers. */}
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
              {cells.map((cell, place) => (
                <td key={head[place]} {...tdOf(place)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ChartGrid>
    </TableScroll>
  );
}
