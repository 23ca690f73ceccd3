import { formatCount, formatShare } from '@campanero/contract/shared/numbers';
import type { ChartSlot, TableText } from './data.ts';
import { fitText, Plot, PlotText, textWidth, useCanvas } from './frame.tsx';

const NARROW = 520;
const LABEL_SIZE = 13;
const NUMBER_SIZE = 15;
const SHARE_WIDTH = 68;
const BAR = 26;

export interface BarListRow {
  key: string;
  label: string;
  value: number;
  slot: ChartSlot;
}

interface BarListProps {
  title: string;
  rows: readonly BarListRow[];
  /** The value of 100 %; without it no shares are shown. */
  base?: number;
  /** The value of a full bar, if other than the base. */
  full?: number;
  labelWidth?: number;
}

export function BarList({ title, rows, base, full = base ?? 0, labelWidth = 150 }: BarListProps) {
  const { ref, ...canvas } = useCanvas();
  const { width, paint } = canvas;
  const isNarrow = width < NARROW;
  const shareWidth = base === undefined ? 0 : SHARE_WIDTH;
  const pitch = isNarrow ? 46 : 38;
  const bar = isNarrow ? 16 : BAR;
  const numbers = Math.max(...rows.map(({ value }) => textWidth(formatCount(value), NUMBER_SIZE))) + 16;
  const left = isNarrow ? 0 : labelWidth;
  const track = isNarrow ? width : Math.max(40, width - labelWidth - numbers - shareWidth);
  const labelRoom = isNarrow ? width - numbers - shareWidth : labelWidth - 12;
  return (
    <div ref={ref}>
      <Plot canvas={canvas} height={pitch * rows.length} label={listSummary(title, rows, base)}>
        {rows.map(({ key, label, value, slot }, place) => {
          const top = place * pitch + (isNarrow ? 22 : (pitch - bar) / 2);
          const baseline = isNarrow ? place * pitch + 14 : top + bar / 2 + 5;
          const length = Math.max(4, full > 0 ? Math.min(1, value / full) * track : 0);
          return (
            <g key={key}>
              <PlotText x={0} y={baseline} size={LABEL_SIZE} tone="text2">
                <title>{label}</title>
                {fitText(label, LABEL_SIZE, labelRoom)}
              </PlotText>
              <rect x={left} y={top} width={track} height={bar} rx="5" fill={paint.track} />
              {value > 0 && (
                <rect
                  x={left}
                  y={top}
                  width={length}
                  height={bar}
                  rx={Math.min(5, length / 2)}
                  fill={paint.fill(slot)}
                />
              )}
              <PlotText x={width - shareWidth} y={baseline} anchor="end" size={NUMBER_SIZE} weight={600}>
                {formatCount(value)}
              </PlotText>
              {base !== undefined && (
                <PlotText x={width} y={baseline} anchor="end" size={LABEL_SIZE} tone="text2">
                  {formatShare(value, base)}
                </PlotText>
              )}
            </g>
          );
        })}
      </Plot>
    </div>
  );
}

const figuresOf = ({ value }: BarListRow, base: number | undefined) =>
  base === undefined ? [formatCount(value)] : [formatCount(value), formatShare(value, base)];

const listSummary = (title: string, rows: readonly BarListRow[], base: number | undefined) =>
  `${title}. ${rows.map((row) => `${row.label}: ${figuresOf(row, base).join(', ')}`).join('; ')}.`;

export const barListTable = (axis: string, rows: readonly BarListRow[], base?: number): TableText => ({
  head: [axis, 'Cantidad', ...(base === undefined ? [] : ['Porcentaje'])],
  rows: rows.map((row) => [row.label, ...figuresOf(row, base)]),
});

const SPLIT_HEIGHT = 24;
const SPLIT_GAP = 2;

export function SplitBar({ title, rows }: Pick<BarListProps, 'title' | 'rows'>) {
  const { ref, ...canvas } = useCanvas();
  const { width, paint } = canvas;
  const parts = rows.filter(({ value }) => value > 0);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const room = width - SPLIT_GAP * (parts.length - 1);
  const lengths = parts.map(({ value }) => (value / total) * room);
  return (
    <div ref={ref}>
      <Plot canvas={canvas} height={SPLIT_HEIGHT} label={listSummary(title, rows, total)}>
        {total === 0 && <rect width={width} height={SPLIT_HEIGHT} rx="5" fill={paint.track} />}
        {parts.map(({ key, slot }, place) => (
          <rect
            key={key}
            x={lengths.slice(0, place).reduce((start, length) => start + length + SPLIT_GAP, 0)}
            width={lengths[place]}
            height={SPLIT_HEIGHT}
            rx={Math.min(4, lengths[place]! / 2)}
            fill={paint.fill(slot)}
          />
        ))}
      </Plot>
    </div>
  );
}
