import { formatCount, formatShare } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { scaleLinear } from 'd3-scale';
import { useRef, useState } from 'react';
import { inkOn } from '../../theme/color.ts';
import { countAxis } from './count-axis.ts';
import { type ChartCategory, type ChartData, seriesName, sum, summaryOf } from './data.ts';
import {
  ChartExplorer,
  fitText,
  isPatterned,
  type Paint,
  Plot,
  PlotText,
  pointerAt,
  textWidth,
  usePaint,
  useRoom,
} from './frame.tsx';

/** Below this many times the room for names, a name stands above its bar instead of beside it. */
const NARROW = 3;
const LABEL_SIZE = 13.5;
const NUMBER_SIZE = 12.5;
/** Card colour between two segments. */
const GAP = 1.5;
const LEAST_FOR_NUMBER = 26;
const AXIS_HEIGHT = 28;

const Scroller = styled('div')(({ theme }) => ({
  overflowY: 'auto',
  overflowX: 'hidden',
  borderRadius: 6,
  '&:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 4 },
}));

interface StackedBarsProps {
  title: string;
  data: ChartData;
  /** One row's height; the bar takes about 60 % of it. */
  rowHeight?: number;
  /** More rows than fit here scroll, and the axis stays. */
  maxHeight?: number;
  /** Room for names, up to which they are not cut. */
  labelWidth?: number;
}

/** One horizontal bar for each category, in the order given: names stay readable with forty of them. */
export function StackedBars({ title, data, rowHeight = 47, maxHeight = 564, labelWidth = 136 }: StackedBarsProps) {
  const { width, unit, ref } = useRoom();
  const paint = usePaint();
  const [active, setActive] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = width < NARROW * labelWidth;
  const totals = data.categories.map(({ values }) => sum(values));
  const totalRoom = Math.max(...totals.map((total) => textWidth(formatCount(total), LABEL_SIZE))) + 14;
  const left = isNarrow ? 0 : labelWidth + 14;
  const pitch = isNarrow ? rowHeight + 9 : rowHeight;
  const height = pitch * data.categories.length;
  const steps = width > 700 ? 6 : 4;
  const range = [left, Math.max(left + 40, width - totalRoom)] as const;
  const { scale, ticks } = data.shares ? shareAxis(range, steps) : countAxis(Math.max(...totals), range, steps);
  const shown = Math.min(height, maxHeight);
  const rowAt = (y: number) => Math.min(data.categories.length - 1, Math.max(0, Math.floor(y / pitch)));
  const show = (place: number | null) => {
    setActive(place);
    if (place === null || !scroller.current) return;
    const box = scroller.current;
    const top = place * pitch * unit;
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + pitch * unit > box.scrollTop + box.clientHeight) box.scrollTop = top + pitch * unit - box.clientHeight;
  };
  return (
    <ChartExplorer
      data={data}
      width={width}
      height={shown}
      unit={unit}
      active={active}
      onActive={show}
      focusInside={height > maxHeight}
      anchor={(place) => {
        const row = place * pitch - (scroller.current?.scrollTop ?? 0) / unit;
        const below = row + pitch <= shown / 2;
        return { x: endOf(data, totals[place]!, scale) + totalRoom - 8, y: below ? row + pitch : row };
      }}
    >
      <Scroller
        ref={scroller}
        style={{ maxHeight: maxHeight * unit }}
        {...(height > maxHeight && { tabIndex: 0, role: 'group', 'aria-label': title })}
      >
        <div
          ref={ref}
          onPointerMove={(event) => setActive(rowAt(pointerAt(event, unit, paint).y))}
          onPointerDown={(event) => setActive(rowAt(pointerAt(event, unit, paint).y))}
        >
          <Plot width={width} height={height} unit={unit} paint={paint} label={summaryOf(title, data)}>
            {active !== null && <rect y={active * pitch} width={width} height={pitch} fill={paint.hover} />}
            {ticks.map((tick) => (
              <line key={tick} x1={scale(tick)} x2={scale(tick)} y1="0" y2={height} stroke={paint.line} />
            ))}
            {data.categories.map((category, place) => (
              <g key={category.key} transform={`translate(0 ${place * pitch})`}>
                <RowLabel
                  text={category.label}
                  title={seriesName(category)}
                  paint={paint}
                  {...(isNarrow ? { x: 0, y: 15, room: width } : { x: labelWidth, y: pitch / 2 + 5, room: labelWidth })}
                  isNarrow={isNarrow}
                />
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
        </div>
      </Scroller>
      <Plot width={width} height={AXIS_HEIGHT} unit={unit} paint={paint}>
        {ticks.map((tick) => (
          <PlotText
            paint={paint}
            key={tick}
            x={scale(tick)}
            y="18"
            textAnchor={tick === 0 && isNarrow ? 'start' : 'middle'}
            fontSize="12"
            fill={paint.text3}
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

interface RowLabelProps {
  text: string;
  title: string;
  x: number;
  y: number;
  room: number;
  isNarrow: boolean;
  paint: Paint;
}
const RowLabel = ({ text, title, x, y, room, isNarrow, paint }: RowLabelProps) => (
  <PlotText paint={paint} x={x} y={y} textAnchor={isNarrow ? 'start' : 'end'} fontSize={LABEL_SIZE} fill={paint.text}>
    <title>{title}</title>
    {fitText(text, LABEL_SIZE, room)}
  </PlotText>
);

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
  const starts = category.values.map((_, place) => sum(category.values.slice(0, place)));
  const middle = y + height / 2;
  return (
    <>
      {category.values.map((value, place) => {
        if (!value) return null;
        const { key, slot } = data.series[place]!;
        const x = inScale(starts[place]!);
        const width = Math.max(1, inScale(starts[place]! + value) - x - GAP);
        const number = data.shares ? formatShare(value, total) : formatCount(value);
        const plate = textWidth(number, NUMBER_SIZE) + 9;
        const centre = x + width / 2;
        return (
          <g key={key}>
            <rect x={x} y={y} width={width} height={height} rx={Math.min(3, width / 2)} fill={paint.fill(slot)} />
            {width >= Math.max(LEAST_FOR_NUMBER - GAP, plate) && (
              <>
                {isPatterned(slot) && (
                  <rect x={centre - plate / 2} y={middle - 9} width={plate} height="18" rx="4" fill={paint.paper} />
                )}
                <PlotText
                  paint={paint}
                  x={centre}
                  y={middle + 4.5}
                  textAnchor="middle"
                  fontSize={NUMBER_SIZE}
                  fontWeight="620"
                  fill={isPatterned(slot) ? paint.text : inkOn(paint.color(slot))}
                >
                  {number}
                </PlotText>
              </>
            )}
          </g>
        );
      })}
      <PlotText
        paint={paint}
        x={endOf(data, total, scale) + 8}
        y={middle + 5}
        fontSize={LABEL_SIZE}
        fontWeight="640"
        fill={paint.text}
      >
        {formatCount(total)}
      </PlotText>
    </>
  );
}
