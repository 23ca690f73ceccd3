import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { type ChartData, formatValue, summaryOf } from './data.ts';
import { ChartExplorer, labelStep, Plot, PlotText, textWidth, useChart } from './frame.tsx';

const TICKS = [0, 25, 50, 75, 100];
const HEIGHT = 190;
const LEFT = 40;
const TOP = 8;
const BASE = HEIGHT - 24;
const LABEL_SIZE = 12.5;
/** Below this width a line's name stands under its last value. */
const NARROW = 420;
/** By series: solid, dashed, dotted. */
const DASHES = [undefined, '5 4', '1.5 4'];

/** Percentages over time on an axis of 0 to 100; a missing value leaves a gap. */
export function Lines({ title, data }: { title: string; data: ChartData }) {
  const chart = useChart(data);
  const { width, paint, active } = chart;
  const { series, categories } = data;
  const isNarrow = width < NARROW;
  const names = series.map(({ name }) => textWidth(name, LABEL_SIZE));
  const endRoom = 12 + (isNarrow ? Math.max(48, ...names) : Math.max(...names) + 56);
  const right = Math.max(LEFT + 40, width - endRoom);
  const y = scaleLinear([0, 100], [BASE, TOP]);
  const points = scalePoint<number>()
    .domain(categories.map((_, place) => place))
    .range([LEFT, right]);
  const x = (place: number) => points(place)!;
  const step = points.step() || 1;
  const every = labelStep(categories, step);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_value, place) => x(place))
    .y((value) => y(value ?? 0));
  const lines = series.map((_, nth) => categories.map(({ values }) => values[nth] ?? null));
  return (
    <ChartExplorer chart={chart} height={HEIGHT} anchor={(place) => ({ x: x(place), y: TOP })}>
      <div {...chart.area((point) => Math.round((point.x - x(0)) / step))}>
        <Plot canvas={chart} height={HEIGHT} label={summaryOf(title, data)}>
          {TICKS.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} stroke={paint.line} />
              <PlotText x={LEFT - 8} y={y(tick) + 4} anchor="end" size={11.5} tone="text3">
                {tick}
              </PlotText>
            </g>
          ))}
          {active !== null && (
            <line x1={x(active)} x2={x(active)} y1={TOP} y2={BASE} stroke={paint.text3} strokeDasharray="2 3" />
          )}
          {categories.map(
            ({ key, label }, place) =>
              place % every === 0 && (
                <PlotText key={key} x={x(place)} y={HEIGHT - 6} anchor="middle" size={12} tone="text2">
                  {label}
                </PlotText>
              ),
          )}
          {series.map(({ key, slot }, nth) => (
            <g key={key}>
              <path
                d={path(lines[nth]!) ?? ''}
                fill="none"
                stroke={paint.color(slot)}
                strokeWidth="2.25"
                strokeLinejoin="round"
                strokeDasharray={DASHES[nth % DASHES.length]}
              />
              {lines[nth]!.map(
                (value, place) =>
                  value !== null && (
                    <Marker
                      key={categories[place]!.key}
                      isSquare={nth % 2 === 1}
                      x={x(place)}
                      y={y(value)}
                      fill={paint.paper}
                      stroke={paint.color(slot)}
                    />
                  ),
              )}
            </g>
          ))}
          {endLabels(lines, y, isNarrow ? 32 : 16).map(({ nth, value, at }) => (
            <PlotText key={series[nth]!.key} x={right + 12} y={at + 4} size={LABEL_SIZE} tone="text2">
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

/** Each line's last value, pushed apart where labels would overlap. */
export function endLabels(lines: readonly (readonly (number | null)[])[], y: (value: number) => number, apart: number) {
  const ends = lines
    .flatMap((values, nth) => {
      const value = values.findLast((each) => each !== null);
      return value === undefined || value === null ? [] : [{ nth, value, at: y(value) }];
    })
    .toSorted((a, b) => a.at - b.at);
  // From the bottom up, so that the lowest stays within the plot.
  for (let place = ends.length - 2; place >= 0; place -= 1)
    ends[place]!.at = Math.min(ends[place]!.at, ends[place + 1]!.at - apart);
  return ends;
}

type MarkerProps = { isSquare: boolean; x: number; y: number } & Record<'fill' | 'stroke', string>;
const Marker = ({ isSquare, x, y, ...colors }: MarkerProps) =>
  isSquare ? (
    <rect x={x - 3.4} y={y - 3.4} width="6.8" height="6.8" strokeWidth="2" {...colors} />
  ) : (
    <circle cx={x} cy={y} r="3.6" strokeWidth="2" {...colors} />
  );
