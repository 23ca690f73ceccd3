import { STATE_GROUP_NAMES, STATE_GROUPS, type StateGroup } from '@campanero/contract/configuration/state-groups';
import type { OperatorDay, OperatorDetail, Series } from '@campanero/contract/monitor/endpoints';
import { formatDay } from '@campanero/contract/shared/dates';
import { Checkbox, FormControlLabel, Skeleton, styled } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChartCategory, ChartData, ChartSlot } from '../../components/chart/data.ts';
import { SideSwitch } from '../../components/fields/side-switch.tsx';
import { Inline } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Loading } from '../../components/page/page-header.tsx';
import { now } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { capitalised, shortDay, weekdayName } from '../../lib/text/when.ts';

/** Skeleton or error before the first figures. */
export function figuresMessage({ data, error, isFetching, refetch }: UseQueryResult) {
  if (data !== undefined) return undefined;
  if (error && !isFetching) return <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />;
  return (
    <Loading sx={{ width: '100%', p: 4 }}>
      <Skeleton width="100%" height={320} />
    </Loading>
  );
}

type ToggleProps = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void };

export const Toggle = ({ label, checked, disabled = false, onChange }: ToggleProps) => (
  <FormControlLabel
    label={label}
    disabled={disabled}
    control={<Checkbox checked={checked} onChange={(_event, is) => onChange(is)} />}
    sx={{ marginInline: '-8px 0' }}
  />
);

type ControlsProps = { external: boolean; onSide: (external: boolean) => void; children: ReactNode };

export const Controls = ({ external, onSide, children }: ControlsProps) => (
  <Inline gap={0} sx={{ columnGap: 3 }}>
    <SideSwitch external={external} onChange={onSide} />
    <Inline gap={0} data-no-print="" sx={{ columnGap: 3 }}>
      <Hairline />
      {children}
    </Inline>
  </Inline>
);
const Hairline = styled('span')(({ theme }) => ({
  width: 1,
  height: 20,
  background: theme.palette.divider,
  // What follows is on a line of its own.
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));

const FAILED = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';

/** For "Actualizado HH:mm". */
export const withTime = <T extends object>(figures: T) => ({ ...figures, at: now() });

/** Same colour in every chart. */
const SLOTS: Record<StateGroup, ChartSlot> = { effective: 1, contacted: 3, callback: 2, unreached: 8, invalid: 4 };

interface Charted {
  axis: string;
  series: readonly Series[];
  categories: readonly Omit<ChartCategory, 'values'>[];
  shares: boolean;
}

const NONE: Series[] = STATE_GROUPS.map((group) => ({ name: STATE_GROUP_NAMES[group], data: [] }));

/** One series per group, in their order; a total after them is dropped. */
function chartOf({ axis, series, categories, shares }: Charted): ChartData {
  const groups = STATE_GROUPS.map((key, place) => ({ key, slot: SLOTS[key], name: series[place]!.name }));
  return {
    axis,
    unit: 'count',
    additive: true,
    shares,
    series: groups,
    categories: categories.map((category, column) => ({
      ...category,
      values: groups.map((_, place) => series[place]!.data[column] ?? 0),
    })),
  };
}

export const chartOfOperators = (day: OperatorDay | undefined, shares: boolean): ChartData =>
  chartOf({
    axis: 'Operador',
    series: day?.series ?? NONE,
    shares,
    categories: day?.categories.map((label, place) => ({ key: String(day.operatorIds[place]), label })) ?? [],
  });

/** Days as "Vie 13-11"; in tooltip and table with the year. */
function dayNames(day: string) {
  const weekday = capitalised(weekdayName(day, 'short'));
  return { label: `${weekday} ${shortDay(day)}`, name: `${weekday} ${formatDay(day)}` };
}

export const chartOfMonitoredDays = (detail: OperatorDetail | undefined, shares: boolean): ChartData =>
  chartOf({
    axis: 'Día',
    series: detail?.series ?? NONE,
    shares,
    categories: detail?.categories.map((day) => ({ key: day, ...dayNames(day) })) ?? [],
  });
