import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, IconButton, styled, Typography } from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';
import { copyText } from '../../lib/browser/clipboard.ts';
import { notify } from '../../lib/snackbar.ts';
import { IconChartBar, IconCopy, IconDownload, IconTable } from '../icons.ts';
import { ActionsMenu } from '../page/actions-menu.tsx';
import { Tooltip } from '../tooltip.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { type ChartData, type ChartSeries, isEmpty, tableOf, type TableText, tabSeparated, totalOf } from './data.ts';
import { ChartTable } from './chart-table.tsx';
import { usePaint } from './frame.tsx';
import { CardSection } from './kpi-strip.tsx';
import { Legend, useSeriesFilter } from './legend.tsx';
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
  /** The page has a switch of its own for a table, off or beside the plot or instead of it: the card offers no second one. */
  ownTable?: 'off' | 'beside' | 'instead';
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
