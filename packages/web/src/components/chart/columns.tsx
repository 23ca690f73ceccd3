import { formatCount } from '@campanero/contract/shared/numbers';
import { scaleBand } from 'd3-scale';
import { type ChartData, sum, summaryOf } from './data.ts';
import { ChartExplorer, countAxis, labelStep, Plot, PlotText, textWidth, useChart } from './frame.tsx';

const AXIS_SIZE = 11.5;
const HEIGHT = 190;
const TOP = 8;
const BASE = HEIGHT - 24;
const GAP = 2;
const WIDEST = { grouped: 14, stacked: 28 } as const;

export function Columns({ title, data, stacked = false }: { title: string; data: ChartData; stacked?: boolean }) {
  const chart = useChart(data);
  const { width, paint, active } = chart;
  const { series, categories } = data;
  const highest = Math.max(...categories.flatMap(({ values }) => (stacked ? sum(values) : values.map((v) => v ?? 0))));
  const { scale: y, ticks } = countAxis(highest, [BASE, TOP], 4);
  const left = Math.max(28, ...ticks.map((tick) => textWidth(formatCount(tick), AXIS_SIZE))) + 12;
  const x = scaleBand<number>()
    .domain(categories.map((_, place) => place))
    .range([left, width])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const side = stacked ? 1 : series.length;
  const thickness = Math.max(1.5, Math.min(stacked ? WIDEST.stacked : WIDEST.grouped, x.bandwidth() / side - GAP));
  const centre = (place: number) => x(place)! + x.bandwidth() / 2;
  const columnX = (place: number, nth: number) =>
    centre(place) - (thickness * side + GAP * (side - 1)) / 2 + (stacked ? 0 : nth * (thickness + GAP));
  const every = labelStep(categories, x.step());
  const fits = (place: number) => centre(place) + textWidth(categories[place]!.label, 12) / 2 <= width;
  return (
    <ChartExplorer chart={chart} height={HEIGHT} anchor={(place) => ({ x: centre(place), y: TOP })}>
      <div {...chart.area((point) => Math.floor((point.x - left) / x.step()))}>
        <Plot canvas={chart} height={HEIGHT} label={summaryOf(title, data)}>
          {active !== null && (
            <rect
              x={centre(active) - x.step() / 2}
              y={TOP}
              width={x.step()}
              height={BASE - TOP}
              fill={paint.hover}
              rx="4"
            />
          )}
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} stroke={paint.line} />
              <PlotText x={left - 8} y={y(tick) + 4} anchor="end" size={AXIS_SIZE} tone="text3">
                {formatCount(tick)}
              </PlotText>
            </g>
          ))}
          {categories.map(({ key, label, values }, place) => (
            <g key={key}>
              {values.map((value, nth) => {
                if (!value) return null;
                const from = stacked ? sum(values.slice(0, nth)) : 0;
                const top = y(from + value);
                return (
                  <rect
                    key={series[nth]!.key}
                    x={columnX(place, nth)}
                    y={top}
                    width={thickness}
                    height={Math.max(1, y(from) - top - (from > 0 ? 1.5 : 0))}
                    rx={Math.min(2, thickness / 2)}
                    fill={paint.fill(series[nth]!.slot)}
                  />
                );
              })}
              {place % every === 0 && fits(place) && (
                <PlotText x={centre(place)} y={HEIGHT - 6} anchor="middle" size={12} tone="text2">
                  {label}
                </PlotText>
              )}
            </g>
          ))}
        </Plot>
      </div>
    </ChartExplorer>
  );
}
