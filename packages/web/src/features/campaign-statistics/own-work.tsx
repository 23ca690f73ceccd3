import { formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { CampaignDay, OperatorFigures, OwnToday } from '@campanero/contract/statistics/campaign-schemas';
import { Box } from '@mui/material';
import { BarList, barListTable, type BarListRow } from '../../components/chart/bar-list.tsx';
import { FigureCard } from '../../components/chart/chart-card.tsx';
import { Muted, Stacked } from '../../components/layout.tsx';
import { weekdayName } from '../../lib/text/when.ts';
import { DaysChart, GAP, OwnFigures } from './campaign-figures.tsx';

interface OwnWorkProps {
  figures: OperatorFigures;
  days: readonly CampaignDay[] | undefined;
  /** Undefined while loading, and in ended campaigns. */
  today: OwnToday | undefined;
}

export function OwnWorkView({ figures, days, today }: OwnWorkProps) {
  return (
    <Stacked sx={{ gap: GAP }}>
      <OwnFigures figures={figures} />
      <Box
        sx={{
          display: 'grid',
          gap: GAP,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(today && { lg: 'minmax(0, 1fr) 23.25rem' }) },
        }}
      >
        {days && <DaysChart title="Mis llamados por día" days={days} />}
        {today && <Today today={today} />}
      </Box>
    </Stacked>
  );
}

function comparedInWords(calls: number, usual: number): string {
  const more = calls - usual;
  if (more === 0) return 'Igual que lo habitual a esta hora';
  const amount = `${formatCount(Math.abs(more))} ${Math.abs(more) === 1 ? 'llamado' : 'llamados'}`;
  return `${amount} ${more > 0 ? 'más' : 'menos'} que lo habitual a esta hora`;
}

function basisInWords({ days, isSameWeekday }: NonNullable<OwnToday['usual']>, at: string): string {
  const weekday = weekdayName(productDay(at));
  if (days === 1) return isSameWeekday ? `su último ${weekday}` : 'su último día';
  // Lunes to viernes have no plural.
  const weekdays = weekday.endsWith('s') ? weekday : `${weekday}s`;
  return `promedio de ${isSameWeekday ? `${days} ${weekdays}` : `sus últimos ${days} días`}`;
}

function Today({ today }: { today: OwnToday }) {
  const { at, callsMade, contacted, usual } = today;
  const title = `Hoy, hasta las ${formatTime(at)}`;
  const rows: BarListRow[] = [
    { key: 'today', label: 'Hoy', value: callsMade, slot: 1 },
    ...(usual
      ? ([
          { key: 'usual', label: 'Habitual a esta hora', value: usual.callsMade, slot: 3 },
          { key: 'whole', label: 'Habitual en el día', value: usual.wholeDay, slot: 8 },
        ] as const)
      : []),
  ];
  return (
    <FigureCard title={title} table={barListTable('Llamados', rows)}>
      <BarList title={title} rows={rows} full={Math.max(1, ...rows.map(({ value }) => value))} />
      <Muted sx={{ mt: 2, mb: 1.5 }}>
        {usual ? (
          <>
            <Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>
              {comparedInWords(callsMade, usual.callsMade)}
            </Box>{' '}
            ({basisInWords(usual, at)}). Contactados: {formatCount(contacted)}; lo habitual,{' '}
            {formatCount(usual.contacted)}.
          </>
        ) : (
          'Todavía no hay otros días suyos en esta campaña con que comparar.'
        )}
      </Muted>
    </FigureCard>
  );
}
