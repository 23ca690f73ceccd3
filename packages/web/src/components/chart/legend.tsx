import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, ButtonBase, styled } from '@mui/material';
import { useState } from 'react';
import { type ChartData, totalOf, withoutSeries } from './data.ts';
import { Swatch } from './frame.tsx';

const LegendButton = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.caption,
  gap: 6,
  minHeight: 24,
  padding: '0 4px',
  borderRadius: 4,
  whiteSpace: 'nowrap',
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 600, color: theme.palette.text.primary },
  '&[aria-pressed="false"]': { textDecoration: 'line-through', color: theme.palette.text.disabled },
  '&[aria-pressed="false"] svg': { opacity: 0.35 },
}));

interface LegendProps {
  data: ChartData;
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** How much each series has in all; of percentages there is no such thing. */
  totals: boolean;
}

/** Names, totals and filter in one: a click hides a series, another shows it again. The last one stays. */
export function Legend({ data, hidden, onToggle, totals }: LegendProps) {
  return (
    <Box role="group" aria-label="Series" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {data.series.map(({ key, name, slot }, place) => (
        <LegendButton key={key} aria-pressed={!hidden.has(key)} onClick={() => onToggle(key)}>
          <Swatch slot={slot} />
          {name}
          {totals && <b>{formatCount(totalOf(data, place))}</b>}
        </LegendButton>
      ))}
    </Box>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Which series are hidden; at least one always stays. */
export function useSeriesFilter(data: ChartData) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isSome = (keys: ReadonlySet<string>) => data.series.some(({ key }) => !keys.has(key));
  // The page may show other series by now than those that were hidden.
  const hidden = isSome(chosen) ? chosen : NONE;
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    if (isSome(next)) setChosen(next);
  };
  return { hidden, toggle, visible: withoutSeries(data, hidden) };
}
