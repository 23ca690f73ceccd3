import { scaleLinear, type ScaleLinear, scalePoint, type ScalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { useState } from 'react';
import { type ChartData, formatValue, summaryOf } from './data.ts';
import { labelStep } from './columns.tsx';
import { ChartExplorer, type Paint, Plot, PlotText, pointerAt, textWidth, usePaint, useRoom } from './frame.tsx';

const TICKS = [0, 25, 50, 75, 100];
const LEFT = 40;
const TOP = 8;
const BELOW = 24;
const LABEL_SIZE = 12.5;
/** Below this width a line's name stands under its last value instead of beside it. */
const NARROW = 420;
/** Series by their place: solid, dashed, dotted; round, square. */
const DASHES = [undefined, '5 4', '1.5 4'];

interface LinesProps {
  title: string;
  data: ChartData;
  height?: number;
}

/** Percentages over time, always on 0 to 100. A month without a value leaves a gap, not a zero. */
export function Lines({ title, data, height = 190 }: LinesProps) {
  const { width, unit, ref } = useRoom();
  const paint = usePaint();
  const [active, setActive] = useState<number | null>(null);
  const { series, categories } = data;
  const isNarrow = width < NARROW;
  const names = series.map(({ name }) => textWidth(name, LABEL_SIZE));
  const endRoom = 12 + (isNarrow ? Math.max(48, ...names) : Math.max(...names) + 56);
  const y = scaleLinear([0, 100], [height - BELOW, TOP]);
  const x = scalePoint<number>()
    .domain(categories.map((_, place) => place))
    .range([LEFT, Math.max(LEFT + 40, width - endRoom)]);
  const step = x.step() || 1;
  const every = labelStep(categories, step);
  const right = x.range()[1];
  const placeAt = (at: number) => Math.min(categories.length - 1, Math.max(0, Math.round((at - x(0)!) / step)));
  const points = series.map((_, nth) =>
    categories.map(({ values }, place): [number, number | null] => [place, values[nth] ?? null]),
  );
  return (
    <ChartExplorer
      data={data}
      width={width}
      height={height}
      unit={unit}
      active={active}
      onActive={setActive}
      anchor={(place) => ({ x: x(place)!, y: TOP })}
    >
      <div
        ref={ref}
        onPointerMove={(event) => setActive(placeAt(pointerAt(event, unit, paint).x))}
        onPointerDown={(event) => setActive(placeAt(pointerAt(event, unit, paint).x))}
      >
        <Plot width={width} height={height} unit={unit} paint={paint} label={summaryOf(title, data)}>
          {TICKS.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} stroke={paint.line} />
              <PlotText paint={paint} x={LEFT - 8} y={y(tick) + 4} textAnchor="end" fontSize="11.5" fill={paint.text3}>
                {tick}
              </PlotText>
            </g>
          ))}
          {active !== null && (
            <line
              x1={x(active)}
              x2={x(active)}
              y1={TOP}
              y2={height - BELOW}
              stroke={paint.text3}
              strokeDasharray="2 3"
            />
          )}
          {categories.map(({ key, label }, place) =>
            place % every === 0 ? (
              <PlotText
                paint={paint}
                key={key}
                x={x(place)!}
                y={height - 6}
                textAnchor="middle"
                fontSize="12"
                fill={paint.text2}
              >
                {label}
              </PlotText>
            ) : null,
          )}
          {series.map(({ key, slot }, nth) => (
            <Series key={key} nth={nth} points={points[nth]!} x={x} y={y} color={paint.color(slot)} paint={paint} />
          ))}
          {endLabels(points, y, isNarrow ? 32 : 16).map(({ nth, value, at }) => (
            <PlotText
              paint={paint}
              key={series[nth]!.key}
              x={right + 12}
              y={at + 4}
              fontSize={LABEL_SIZE}
              fill={paint.text2}
            >
              <tspan fontWeight="640" fill={paint.text}>
                {formatValue('percent', value)}
              </tspan>
              {isNarrow ? (
                <tspan x={right + 12} dy="15">
                  {series[nth]!.name}
                </tspan>
              ) : (
                ` ${series[nth]!.name}`
              )}
            </PlotText>
          ))}
        </Plot>
      </div>
    </ChartExplorer>
  );
}

interface SeriesProps {
  nth: number;
  points: readonly [number, number | null][];
  x: ScalePoint<number>;
  y: ScaleLinear<number, number>;
  color: string;
  paint: Paint;
}

function Series({ nth, points, x, y, color, paint }: SeriesProps) {
  const path = line<readonly [number, number | null]>()
    .defined(([, value]) => value !== null)
    .x(([place]) => x(place)!)
    .y(([, value]) => y(value ?? 0));
  return (
    <g>
      <path
        d={path(points) ?? ''}
        fill="none"
        stroke={color}
        strokeWidth="2.25"
        strokeLinejoin="round"
        strokeDasharray={DASHES[nth % DASHES.length]}
      />
      {points.map(([place, value]) =>
        value === null ? null : (
          <Marker key={place} isSquare={nth % 2 === 1} x={x(place)!} y={y(value)} color={color} paint={paint} />
        ),
      )}
    </g>
  );
}

/** Each line's last value, pushed apart where two would lie on each other. */
export function endLabels(
  points: readonly (readonly [number, number | null][])[],
  y: (value: number) => number,
  apart: number,
) {
  const ends = points
    .flatMap((line, nth) => {
      const value = line.findLast(([, each]) => each !== null)?.[1];
      return value === undefined || value === null ? [] : [{ nth, value, at: y(value) }];
    })
    .toSorted((a, b) => a.at - b.at);
  // From the bottom up, so that the lowest stays within the plot.
  for (let place = ends.length - 2; place >= 0; place -= 1)
    ends[place]!.at = Math.min(ends[place]!.at, ends[place + 1]!.at - apart);
  return ends;
}

interface MarkerProps {
  isSquare: boolean;
  x: number;
  y: number;
  color: string;
  paint: Paint;
}
const Marker = ({ isSquare, x, y, color, paint }: MarkerProps) =>
  isSquare ? (
    <rect x={x - 3.4} y={y - 3.4} width="6.8" height="6.8" fill={paint.paper} stroke={color} strokeWidth="2" />
  ) : (
    <circle cx={x} cy={y} r="3.6" fill={paint.paper} stroke={color} strokeWidth="2" />
  );
