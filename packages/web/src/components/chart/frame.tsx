import { formatCount, formatShare } from '@campanero/contract/shared/numbers';
import { styled, useTheme } from '@mui/material';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SVGProps,
  useCallback,
  useId,
  useState,
} from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { cellsOf, type ChartData, type ChartSlot, seriesName, sum } from './data.ts';

const PATTERNED: readonly ChartSlot[] = [2, 4, 6];
export const isPatterned = (slot: ChartSlot): boolean => PATTERNED.includes(slot);

/** Colours as attributes, never as styles: what is saved as a picture is complete, and no content policy minds it. */
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

/** A series' colour and pattern, 12 px, beside its name. */
export function Swatch({ slot, size = 12 }: { slot: ChartSlot; size?: number }) {
  const { fill, patterns } = usePaint();
  return (
    <svg width={size} height={size} aria-hidden style={{ flex: 'none' }}>
      {patterns}
      <rect width={size} height={size} rx="3" fill={fill(slot)} />
    </svg>
  );
}

const ROOT_PX = 16;
/** Until the place is measured, and in tests, which measure nothing. */
const ASSUMED_WIDTH = 640;

/**
 * The width there is, in the design's pixels: the letter size scales these like every rem, so charts are drawn in them and shown
 * larger or smaller as a whole.
 */
export function useRoom() {
  const [room, setRoom] = useState({ width: ASSUMED_WIDTH, unit: 1 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => {
      const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_PX || 1;
      const width = element.clientWidth / unit;
      if (width > 0) setRoom((old) => (old.width === width && old.unit === unit ? old : { width, unit }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return { ...room, ref };
}

interface PlotProps {
  width: number;
  height: number;
  unit: number;
  paint: Paint;
  /** What it shows, in words; without it the drawing only belongs to the one beside it. */
  label?: string | undefined;
  children: ReactNode;
}

/**
 * One drawing of a chart; `data-plot` is how saving a picture finds it. Charts are drawn from left to right; on a page from right to
 * left the drawing is mirrored as a whole, and PlotText turns each text back.
 */
export function Plot({ width, height, unit, paint, label, children }: PlotProps) {
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
      // Where a text begins and ends must not depend on the page, also in a saved picture.
      direction="ltr"
      style={{ display: 'block' }}
    >
      {paint.patterns}
      {paint.isMirrored ? <g transform={`translate(${width} 0) scale(-1 1)`}>{children}</g> : children}
    </svg>
  );
}

interface PlotTextProps extends Omit<SVGProps<SVGTextElement>, 'x' | 'textAnchor' | 'transform'> {
  x: number;
  textAnchor?: 'start' | 'middle' | 'end';
  paint: Paint;
}
const OTHER_END = { start: 'end', middle: 'middle', end: 'start' } as const;

/** A text within a Plot, readable in both directions: where it begins on one page, it ends on the other. */
export function PlotText({ x, textAnchor = 'start', paint, ...rest }: PlotTextProps) {
  if (!paint.isMirrored) return <text x={x} textAnchor={textAnchor} {...rest} />;
  return <text x={x} textAnchor={OTHER_END[textAnchor]} transform={`translate(${2 * x} 0) scale(-1 1)`} {...rest} />;
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
  borderRadius: theme.radius.menu,
  border: `1px solid ${theme.palette.divider}`,
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

interface Point {
  x: number;
  y: number;
}
interface ChartExplorerProps {
  data: ChartData;
  /** The whole drawing's measures, in the design's pixels. */
  width: number;
  height: number;
  unit: number;
  active: number | null;
  onActive: (place: number | null) => void;
  /** Where a category's tooltip stands. */
  anchor: (place: number) => Point;
  /** Its content scrolls and takes the keyboard's focus itself. */
  focusInside?: boolean;
  children: ReactNode;
}

/** Shows what a category holds, under the pointer or by arrow keys. */
export function ChartExplorer(props: ChartExplorerProps) {
  const { data, width, height, unit, active, onActive, anchor, focusInside = false, children } = props;
  const last = data.categories.length - 1;
  const isMirrored = useTheme().direction === 'rtl';
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
    onActive(move);
  };
  const category = active === null ? undefined : data.categories[active];
  return (
    <Stage
      role="group"
      aria-label="Use las flechas para recorrer los valores"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the tooltip
      tabIndex={focusInside ? undefined : 0}
      onKeyDown={handleKey}
      onPointerLeave={() => onActive(null)}
      onBlur={() => onActive(null)}
    >
      {children}
      {category && (
        <Tip
          data={data}
          category={category}
          at={anchor(active!)}
          room={{ width, height, unit }}
          isMirrored={isMirrored}
        />
      )}
      <VisuallyHidden role="status">
        {category &&
          `${seriesName(category)}: ${cellsOf(data, category)
            .map((cell, place) => `${data.series[place]!.name} ${cell}`)
            .join(', ')}`}
      </VisuallyHidden>
    </Stage>
  );
}

interface TipProps {
  data: ChartData;
  category: ChartData['categories'][number];
  at: Point;
  room: { width: number; height: number; unit: number };
  isMirrored: boolean;
}

/** Beside its category, on the side where there is more room. */
function Tip({ data, category, at, room, isMirrored }: TipProps) {
  const { values } = category;
  const isAdditive = data.additive === true;
  // Away from the drawing's start, or back towards it.
  const along = at.x > room.width / 2 ? 'calc(-100% - 8px)' : '8px';
  const shift = `translate(calc(${along} * ${isMirrored ? -1 : 1}), ${at.y > room.height / 2 ? '-100%' : '0'})`;
  return (
    <Card aria-hidden style={{ insetInlineStart: at.x * room.unit, top: at.y * room.unit, transform: shift }}>
      <div>
        <span>{seriesName(category)}</span>
        {isAdditive && formatCount(sum(values))}
      </div>
      {cellsOf({ ...data, shares: false }, category).map((cell, place) => (
        <div key={data.series[place]!.key}>
          <Swatch slot={data.series[place]!.slot} />
          <span>{data.series[place]!.name}</span>
          {cell}
          {isAdditive && <small>{formatShare(values[place] ?? 0, sum(values))}</small>}
        </div>
      ))}
    </Card>
  );
}

/** The pointer's place on a drawing, from where it starts, in the design's pixels. */
export function pointerAt(event: PointerEvent<Element>, unit: number, { isMirrored }: Paint): Point {
  const box = event.currentTarget.getBoundingClientRect();
  return {
    x: (isMirrored ? box.right - event.clientX : event.clientX - box.left) / unit,
    y: (event.clientY - box.top) / unit,
  };
}

/** Room a text takes, near enough to decide what fits: Inter's letters are a little over half as wide as high. */
export const textWidth = (text: string, size: number): number => text.length * size * 0.56;

/** Cut to what fits, with an ellipsis. */
export function fitText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  return `${text.slice(0, Math.max(1, Math.floor(width / (size * 0.56)) - 1)).trimEnd()}…`;
}
