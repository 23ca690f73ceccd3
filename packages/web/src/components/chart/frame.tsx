import { formatCount, formatShare } from '@campanero/contract/shared/numbers';
import { styled, useTheme } from '@mui/material';
import { scaleLinear } from 'd3-scale';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useCallback,
  useId,
  useState,
} from 'react';
import { usePrinting } from '../../lib/browser/printing.ts';
import { outlinedCard } from '../../theme/mixins.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { cellsOf, type ChartData, type ChartSlot, seriesName, sum } from './data.ts';

const PATTERNED: readonly ChartSlot[] = [2, 4, 6];
export const isPatterned = (slot: ChartSlot): boolean => PATTERNED.includes(slot);

/** Colours are attributes, not styles: saved pictures need them and the content policy forbids inline styles. */
export function usePaint() {
  const { palette, typography, direction } = useTheme();
  const id = useId();
  const color = (slot: ChartSlot) => palette.chart[slot - 1]!;
  return {
    color,
    fill: (slot: ChartSlot) => (isPatterned(slot) ? `url(#${id}${slot})` : color(slot)),
    patterns: (
      <defs>
        {PATTERNED.map((slot) => (
          <pattern
            key={slot}
            id={`${id}${slot}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill={color(slot)} />
            <rect width="2" height="6" fill={palette.common.white} fillOpacity="0.38" />
          </pattern>
        ))}
      </defs>
    ),
    paper: palette.background.paper,
    hover: palette.surface.hover,
    track: palette.surface.subtle,
    line: palette.divider,
    text: palette.text.primary,
    text2: palette.text.secondary,
    text3: palette.text.disabled,
    fontFamily: typography.fontFamily!,
    isMirrored: direction === 'rtl',
  };
}
export type Paint = ReturnType<typeof usePaint>;

export function Swatch({ slot }: { slot: ChartSlot }) {
  const { fill, patterns } = usePaint();
  return (
    <svg width={12} height={12} aria-hidden style={{ flex: 'none' }}>
      {patterns}
      <rect width={12} height={12} rx="3" fill={fill(slot)} />
    </svg>
  );
}

const ROOT_PX = 16;
/** Used until the element is measured, and in tests. */
const ASSUMED_WIDTH = 640;
/** Of a card on an A4 page (public/print.css), in pixels of its letters: an observer does not see the page. */
const PAPER_WIDTH = 840;

/** Colours, and the element's width in px at the default letter size: charts scale with the letter size like every rem. */
export function useCanvas() {
  const paint = usePaint();
  const isPrinted = usePrinting();
  const [size, setSize] = useState({ width: ASSUMED_WIDTH, unit: 1 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => {
      const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_PX || 1;
      const width = element.clientWidth / unit;
      if (width > 0) setSize((old) => (old.width === width && old.unit === unit ? old : { width, unit }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return { ...size, ...(isPrinted && { width: PAPER_WIDTH / size.unit }), isPrinted, paint, ref };
}

const PaintContext = createContext<Paint | undefined>(undefined);

interface PlotProps {
  canvas: Pick<ReturnType<typeof useCanvas>, 'width' | 'unit' | 'paint'>;
  height: number;
  /** Without it the drawing is hidden from screen readers. */
  label?: string;
  children: ReactNode;
}

/** `data-plot` is for saving pictures. In RTL the whole drawing is mirrored, and PlotText turns each text back. */
export function Plot({ canvas: { width, unit, paint }, height, label, children }: PlotProps) {
  return (
    <svg
      data-plot=""
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      width={width * unit}
      height={height * unit}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily={paint.fontFamily}
      // Text anchors must not depend on the page's direction, also in a saved picture.
      direction="ltr"
      style={{ display: 'block' }}
    >
      {paint.patterns}
      <PaintContext value={paint}>
        {paint.isMirrored ? <g transform={`translate(${width} 0) scale(-1 1)`}>{children}</g> : children}
      </PaintContext>
    </svg>
  );
}

interface PlotTextProps {
  x: number;
  y: number;
  size: number;
  weight?: number;
  tone?: 'text' | 'text2' | 'text3';
  /** Overrides the tone. */
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  children: ReactNode;
}
const OTHER_END = { start: 'end', middle: 'middle', end: 'start' } as const;

/** Text in a Plot; its anchor is swapped in RTL. */
export function PlotText({ x, y, size, weight, tone = 'text', fill, anchor = 'start', children }: PlotTextProps) {
  const paint = use(PaintContext)!;
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      fill={fill ?? paint[tone]}
      textAnchor={paint.isMirrored ? OTHER_END[anchor] : anchor}
      transform={paint.isMirrored ? `translate(${2 * x} 0) scale(-1 1)` : undefined}
    >
      {children}
    </text>
  );
}

const Stage = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  borderRadius: 6,
  '&:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 4 },
}));

const Card = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 5,
  pointerEvents: 'none',
  width: 'max-content',
  minWidth: '11rem',
  maxWidth: 'min(18rem, 100%)',
  padding: '0.625rem 0.875rem',
  ...outlinedCard(theme, 'menu'),
  background: theme.palette.surface.raised,
  boxShadow: theme.elevation.menu,
  ...theme.typography.body2,
  fontVariantNumeric: 'tabular-nums',
  '& > div': { display: 'flex', alignItems: 'center', gap: '0.5rem', marginTop: '0.375rem' },
  '& > div:first-of-type': { marginTop: 0, fontWeight: 600 },
  '& span': { flex: 1, color: theme.palette.text.secondary },
  '& div:first-of-type > span': { color: 'inherit' },
  '& small': { fontSize: 'inherit', minWidth: '3.25rem', textAlign: 'end', color: theme.palette.text.disabled },
}));

type Point = Record<'x' | 'y', number>;

/** Canvas with an active category; `area` is for the element under the pointer. */
export function useChart(data: ChartData) {
  const { ref, ...canvas } = useCanvas();
  const [active, setActive] = useState<number | null>(null);
  const area = (placeAt: (point: Point) => number) => {
    const onPointer = ({ currentTarget, clientX, clientY }: PointerEvent<Element>) => {
      const box = currentTarget.getBoundingClientRect();
      const x = canvas.paint.isMirrored ? box.right - clientX : clientX - box.left;
      const place = placeAt({ x: x / canvas.unit, y: (clientY - box.top) / canvas.unit });
      setActive(Math.min(data.categories.length - 1, Math.max(0, place)));
    };
    return { ref, onPointerMove: onPointer, onPointerDown: onPointer };
  };
  return { ...canvas, data, active, setActive, area };
}

interface ChartExplorerProps {
  chart: ReturnType<typeof useChart>;
  height: number;
  /** Position of a category's tooltip. */
  anchor: (place: number) => Point;
  /** Given if the content scrolls: it then takes the focus itself. */
  scrollTo?: (place: number) => void;
  children: ReactNode;
}

/** Shows the values of one category, under the pointer or by arrow keys. */
export function ChartExplorer({ chart, height, anchor, scrollTo, children }: ChartExplorerProps) {
  const { data, active, setActive } = chart;
  const { isMirrored } = chart.paint;
  const last = data.categories.length - 1;
  const handleKey = (event: KeyboardEvent) => {
    const from = active ?? -1;
    const next = Math.min(from + 1, last);
    const previous = Math.max(from - 1, 0);
    const moves: Record<string, number | null> = {
      ArrowRight: isMirrored ? previous : next,
      ArrowDown: next,
      ArrowLeft: isMirrored ? next : previous,
      ArrowUp: previous,
      Home: 0,
      End: last,
      Escape: null,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setActive(move);
    if (move !== null) scrollTo?.(move);
  };
  const category = active === null ? undefined : data.categories[active];
  const inWords = () =>
    cellsOf(data, category!)
      .map((cell, place) => `${data.series[place]!.name} ${cell}`)
      .join(', ');
  return (
    <Stage
      role="group"
      aria-label="Use las flechas para recorrer los valores"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the tooltip
      tabIndex={scrollTo ? undefined : 0}
      onKeyDown={handleKey}
      onPointerLeave={() => setActive(null)}
      onBlur={() => setActive(null)}
    >
      {children}
      {category && <Tip chart={chart} category={category} at={anchor(active!)} height={height} />}
      <VisuallyHidden role="status">{category && `${seriesName(category)}: ${inWords()}`}</VisuallyHidden>
    </Stage>
  );
}

interface TipProps extends Pick<ChartExplorerProps, 'chart' | 'height'> {
  category: ChartData['categories'][number];
  at: Point;
}

function Tip({ chart: { data, width, unit, paint }, category, at, height }: TipProps) {
  const { values } = category;
  const along = at.x > width / 2 ? 'calc(-100% - 8px)' : '8px';
  const shift = `translate(calc(${along} * ${paint.isMirrored ? -1 : 1}), ${at.y > height / 2 ? '-100%' : '0'})`;
  return (
    <Card aria-hidden style={{ insetInlineStart: at.x * unit, top: at.y * unit, transform: shift }}>
      <div>
        <span>{seriesName(category)}</span>
        {data.additive && formatCount(sum(values))}
      </div>
      {cellsOf({ ...data, shares: false }, category).map((cell, place) => (
        <div key={data.series[place]!.key}>
          <Swatch slot={data.series[place]!.slot} />
          <span>{data.series[place]!.name}</span>
          {cell}
          {data.additive && <small>{formatShare(values[place] ?? 0, sum(values))}</small>}
        </div>
      ))}
    </Card>
  );
}

/** Estimated width; Inter's letters are about 0.56 em wide. */
export const textWidth = (text: string, size: number): number => text.length * size * 0.56;

export function fitText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  return `${text.slice(0, Math.max(1, Math.floor(width / (size * 0.56)) - 1)).trimEnd()}…`;
}

/** Every how many categories a label fits on the axis. */
export const labelStep = (categories: ChartData['categories'], step: number): number =>
  Math.max(1, Math.ceil((Math.max(...categories.map(({ label }) => textWidth(label, 12))) + 8) / step));

/** A shorter axis of counts would have ticks at fractions. */
const LEAST_TOP = 4;

/** Axis of counts from zero to a round number, ticks at whole numbers. */
export function countAxis(highest: number, range: readonly [number, number], steps: number) {
  const scale = scaleLinear([0, Math.max(LEAST_TOP, highest)], range).nice(steps);
  return { scale, ticks: scale.ticks(steps).filter(Number.isInteger) };
}
