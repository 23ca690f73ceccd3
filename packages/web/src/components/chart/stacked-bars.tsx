import { formatCount, formatShare } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { inkOn } from '../../theme/color.ts';
import { type ChartCategory, type ChartData, seriesName, sum, summaryOf } from './data.ts';
import {
  ChartExplorer,
  countAxis,
  fitText,
  isPatterned,
  type Paint,
  Plot,
  PlotText,
  textWidth,
  useChart,
} from './frame.tsx';

/** Names stand above their bars when the plot is narrower than this many times `labelWidth`. */
const NARROW = 3;
const LABEL_SIZE = 13.5;
const NUMBER_SIZE = 12.5;
const GAP = 1.5;
const LEAST_FOR_NUMBER = 26;
const AXIS_HEIGHT = 28;
/** Rows that are not divided between two pages. */
const ROWS_TOGETHER = 5;

const Scroller = styled('div')(({ theme }) => ({
  overflowY: 'auto',
  overflowX: 'hidden',
  borderRadius: 6,
  '&:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 4 },
}));

interface StackedBarsProps {
  title: string;
  data: ChartData;
  rowHeight?: number;
  /** Above it the rows scroll and the axis stays. */
  maxHeight?: number;
  labelWidth?: number;
}

/** One horizontal bar per category, in the given order. */
export function StackedBars({ title, data, rowHeight = 47, maxHeight = 564, labelWidth = 136 }: StackedBarsProps) {
  const chart = useChart(data);
  const { width, unit, paint, active, isPrinted } = chart;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = width < NARROW * labelWidth;
  const totals = data.categories.map(({ values }) => sum(values));
  const totalRoom = Math.max(...totals.map((total) => textWidth(formatCount(total), LABEL_SIZE))) + 14;
  const left = isNarrow ? 0 : labelWidth + 14;
  const pitch = isNarrow ? rowHeight + 9 : rowHeight;
  const height = pitch * data.categories.length;
  const shown = Math.min(height, maxHeight);
  const together = isPrinted ? ROWS_TOGETHER : Math.max(1, data.categories.length);
  const starts = Array.from({ length: Math.ceil(data.categories.length / together) }, (_, nth) => nth * together);
  const steps = width > 700 ? 6 : 4;
  const range = [left, Math.max(left + 40, width - totalRoom)] as const;
  const { scale, ticks } = data.shares ? shareAxis(range, steps) : countAxis(Math.max(...totals), range, steps);
  const scrollTo = (place: number) => {
    const box = scroller.current!;
    const top = place * pitch * unit;
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + pitch * unit > box.scrollTop + box.clientHeight) box.scrollTop = top + pitch * unit - box.clientHeight;
  };
  const anchor = (place: number) => {
    const row = place * pitch - (scroller.current?.scrollTop ?? 0) / unit;
    const below = row + pitch <= shown / 2;
    return { x: endOf(data, totals[place]!, scale) + totalRoom - 8, y: below ? row + pitch : row };
  };
  return (
    <ChartExplorer chart={chart} height={shown} anchor={anchor} scrollTo={height > maxHeight ? scrollTo : undefined}>
      <Scroller
        ref={scroller}
        style={isPrinted ? undefined : { maxHeight: maxHeight * unit }}
        {...(height > maxHeight && { tabIndex: 0, role: 'group', 'aria-label': title })}
      >
        <div {...chart.area((point) => Math.floor(point.y / pitch))}>
          {starts.map((start) => {
            const rows = data.categories.slice(start, start + together);
            return (
              <Plot
                key={start}
                canvas={chart}
                height={pitch * rows.length}
                label={start === 0 ? summaryOf(title, data) : undefined}
              >
                {active !== null && <rect y={active * pitch} width={width} height={pitch} fill={paint.hover} />}
                {ticks.map((tick) => (
                  <line
                    key={tick}
                    x1={scale(tick)}
                    x2={scale(tick)}
                    y1="0"
                    y2={pitch * rows.length}
                    stroke={paint.line}
                  />
                ))}
                {rows.map((category, place) => (
                  <g key={category.key} transform={`translate(0 ${place * pitch})`}>
                    <PlotText
                      {...(isNarrow ? { x: 0, y: 15 } : { x: labelWidth, y: pitch / 2 + 5, anchor: 'end' })}
                      size={LABEL_SIZE}
                    >
                      <title>{seriesName(category)}</title>
                      {fitText(category.label, LABEL_SIZE, isNarrow ? width : labelWidth)}
                    </PlotText>
                    <Bar
                      data={data}
                      category={category}
                      scale={scale}
                      paint={paint}
                      y={isNarrow ? 20 : pitch * 0.2}
                      height={isNarrow ? pitch - 28 : pitch * 0.6}
                    />
                  </g>
                ))}
              </Plot>
            );
          })}
        </div>
      </Scroller>
      <Plot canvas={chart} height={AXIS_HEIGHT}>
        {ticks.map((tick) => (
          <PlotText
            key={tick}
            x={scale(tick)}
            y={18}
            anchor={tick === 0 && isNarrow ? 'start' : 'middle'}
            size={12}
            tone="text3"
          >
            {data.shares ? `${tick} %` : formatCount(tick)}
          </PlotText>
        ))}
      </Plot>
    </ChartExplorer>
  );
}

function shareAxis(range: readonly [number, number], steps: number) {
  const scale = scaleLinear([0, 100], range);
  return { scale, ticks: scale.ticks(steps) };
}

const endOf = (data: ChartData, total: number, scale: (value: number) => number) =>
  scale(data.shares ? (total > 0 ? 100 : 0) : total);

interface BarProps {
  data: ChartData;
  category: ChartCategory;
  scale: (value: number) => number;
  paint: Paint;
  y: number;
  height: number;
}

function Bar({ data, category, scale, paint, y, height }: BarProps) {
  const total = sum(category.values);
  const inScale = (value: number) => scale(data.shares ? (total > 0 ? (value / total) * 100 : 0) : value);
  const middle = y + height / 2;
  return (
    <>
      {category.values.map((value, place) => {
        if (!value) return null;
        const { key, slot } = data.series[place]!;
        const start = sum(category.values.slice(0, place));
        const x = inScale(start);
        const width = Math.max(1, inScale(start + value) - x - GAP);
        const number = data.shares ? formatShare(value, total) : formatCount(value);
        const plate = textWidth(number, NUMBER_SIZE) + 9;
        const centre = x + width / 2;
        const ink = isPatterned(slot) ? paint.text : inkOn(paint.color(slot));
        return (
          <g key={key}>
            <rect x={x} y={y} width={width} height={height} rx={Math.min(3, width / 2)} fill={paint.fill(slot)} />
            {width >= Math.max(LEAST_FOR_NUMBER - GAP, plate) && (
              <>
                {isPatterned(slot) && (
                  <rect x={centre - plate / 2} y={middle - 9} width={plate} height="18" rx="4" fill={paint.paper} />
                )}
                <PlotText x={centre} y={middle + 4.5} anchor="middle" size={NUMBER_SIZE} weight={620} fill={ink}>
                  {number}
                </PlotText>
              </>
            )}
          </g>
        );
      })}
      <PlotText x={endOf(data, total, scale) + 8} y={middle + 5} size={LABEL_SIZE} weight={640}>
        {formatCount(total)}
      </PlotText>
    </>
  );
}
