import type { Live } from '@campanero/contract/live/endpoints';
import { formatCount, formatCounted, formatShare } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { KpiStrip } from '../../components/chart/kpi-strip.tsx';
import { IconAlertTriangle } from '../../components/icons.ts';
import { comparedWithHourBefore, momentInWords, countWorking } from './board.ts';

const Note = styled('span')(({ theme }) => ({
  // Inline: its text keeps the baseline of the other notes.
  '& svg': { marginInline: '-1px 4px', verticalAlign: '-2px' },
  '&[data-alert]': { color: theme.palette.warning.main, fontWeight: 580 },
}));

export function LiveFigures({ board, now }: { board: Live; now: number }) {
  const { operators, lastHour, today, pending, campaigns, overdueCallbacks, oldestCallbackAt } = board;
  const { working, inWords } = countWorking(board);
  const { Arrow, inWords: compared } = comparedWithHourBefore(board);
  return (
    <KpiStrip
      figures={[
        {
          label: 'Trabajando ahora',
          value: formatCount(working),
          unit: `de ${formatCount(operators.length)}`,
          note: inWords,
        },
        {
          label: 'Llamados, última hora',
          value: formatCount(lastHour.calls),
          note: (
            <Note dir="auto">
              {Arrow && <Arrow size={14} stroke={2} aria-hidden />}
              {compared} anterior
            </Note>
          ),
        },
        {
          label: 'Contactabilidad, última hora',
          value: formatShare(lastHour.contacted, lastHour.calls),
          note: `Promedio de hoy: ${formatShare(today.contacted, today.calls)}`,
        },
        {
          label: 'Por llamar',
          value: formatCount(pending),
          note: `En ${formatCounted(campaigns.length, 'campaña', 'campañas')} en curso`,
        },
        {
          label: 'Rellamados vencidos',
          value: formatCount(overdueCallbacks),
          note:
            oldestCallbackAt === null ? (
              'Ninguno espera'
            ) : (
              <Note dir="auto" data-alert>
                <IconAlertTriangle size={14} stroke={2} aria-hidden />
                El más antiguo: {momentInWords(oldestCallbackAt, now)}
              </Note>
            ),
        },
      ]}
    />
  );
}
