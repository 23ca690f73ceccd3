import { useTheme } from '@mui/material';

const BAR = 7;
const GAP = 3;
const HEIGHT = 20;
const EMPTY = 2;

interface SparkbarsProps {
  values: readonly number[];
  /** Value of a full bar. */
  max: number;
  /** Accessible name: "Llamados por tramo de 10 minutos". */
  label: string;
}

/** Small bars beside a number, oldest first; 0 is a line on the baseline. */
export function Sparkbars({ values, max, label }: SparkbarsProps) {
  const { palette, direction } = useTheme();
  const width = values.length * (BAR + GAP) - GAP;
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`${label}: ${values.join(', ')}`}
      style={{ flex: 'none' }}
    >
      <g transform={direction === 'rtl' ? `translate(${width} 0) scale(-1 1)` : undefined}>
        {values.map((value, place) => {
          const height = value > 0 ? Math.max(2 * EMPTY, (value / Math.max(max, 1)) * HEIGHT) : EMPTY;
          const fill = palette.chart[value > 0 ? 2 : 7];
          const x = place * (BAR + GAP);
          return <rect key={x} x={x} y={HEIGHT - height} width={BAR} height={height} rx={1.5} fill={fill} />;
        })}
      </g>
    </svg>
  );
}
