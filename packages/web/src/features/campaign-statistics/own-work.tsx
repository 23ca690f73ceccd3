import { formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { CampaignDay, OperatorFigures, OwnToday } from '@campanero/contract/statistics/campaign-schemas';
import { Box, Typography } from '@mui/material';
import { BarList, barListTable, type BarListRow } from '../../components/chart/bar-list.tsx';
import { FigureCard } from '../../components/chart/chart-card.tsx';
import { DaysChart, GAP, OwnFigures } from './campaign-figures.tsx';

interface OwnWorkProps {
  figures: OperatorFigures;
  /** Undefined while they are on their way. */
  days: readonly CampaignDay[] | undefined;
  /** Undefined while it is on its way, and where today is no matter: in a campaign that has ended. */
  today: OwnToday | undefined;
}

/** What an operator sees of their own work: five cards, day by day, and today against their usual. */
export function OwnWorkView({ figures, days, today }: OwnWorkProps) {
  return (
    <Box sx={{ display: 'grid', gap: GAP, gridTemplateColumns: 'minmax(0, 1fr)' }}>
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
    </Box>
  );
}

const WEEKDAYS = [
  ['domingo', 'domingos'],
  ['lunes', 'lunes'],
  ['martes', 'martes'],
  ['miércoles', 'miércoles'],
  ['jueves', 'jueves'],
  ['viernes', 'viernes'],
  ['sábado', 'sábados'],
] as const;
const weekdayOf = (at: string) => WEEKDAYS[new Date(`${productDay(at)}T00:00:00Z`).getUTCDay()]!;

/** "4 llamados menos que lo habitual a esta hora" */
function comparedInWords(calls: number, usual: number): string {
  const more = calls - usual;
  if (more === 0) return 'Igual que lo habitual a esta hora';
  const amount = `${formatCount(Math.abs(more))} ${Math.abs(more) === 1 ? 'llamado' : 'llamados'}`;
  return `${amount} ${more > 0 ? 'más' : 'menos'} que lo habitual a esta hora`;
}

/** "promedio de 4 martes", "promedio de sus últimos 3 días" */
function basisInWords({ days, isSameWeekday }: NonNullable<OwnToday['usual']>, at: string): string {
  const [one, many] = weekdayOf(at);
  if (days === 1) return isSameWeekday ? `su último ${one}` : 'su último día';
  return `promedio de ${isSameWeekday ? `${days} ${many}` : `sus últimos ${days} días`}`;
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
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2, mb: 1.5 }}>
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
      </Typography>
    </FigureCard>
  );
}
