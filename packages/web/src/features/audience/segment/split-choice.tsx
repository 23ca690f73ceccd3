import type { Split } from '@campanero/contract/audience/split';
import { formatDecimal } from '@campanero/contract/shared/numbers';
import { Box, FormHelperText, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useId } from 'react';
import { IconAlertTriangle, IconCircleCheck } from '../../../components/icons.ts';
import { shortDay } from '../../../lib/text/when.ts';
import { toCallText } from '../texts.ts';
import { endInWords, helpInWords, type SplitForecast } from './split-forecast.ts';
import type { Known } from './split-preview.ts';

const WAYS: readonly { value: Split; label: string }[] = [
  { value: 'equal', label: 'Por igual' },
  { value: 'pace', label: 'Según su ritmo' },
];

interface SplitChoiceProps {
  split: Split;
  onSplit: (split: Split) => void;
  /** Whether any chosen operator has a pace. */
  hasPaces: boolean;
}

export function SplitChoice({ split, onSplit, hasPaces }: SplitChoiceProps) {
  const labelId = useId();
  const helpId = useId();
  const help =
    split === 'equal'
      ? 'Todos reciben lo mismo.'
      : hasPaces
        ? 'Más a quien registró más por hora en las últimas dos semanas. Sin historia: el ritmo mediano de los demás.'
        : 'Nadie tiene registros en las últimas dos semanas: se reparte por igual.';
  return (
    <div>
      <Typography variant="body2" component="div" id={labelId} sx={{ fontWeight: 550, mb: 1.5 }}>
        Reparto
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        aria-labelledby={labelId}
        aria-describedby={helpId}
        value={split}
        onChange={(_event, chosen: Split | null) => chosen && onSplit(chosen)}
      >
        {WAYS.map(({ value, label }) => (
          <ToggleButton key={value} value={value}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FormHelperText id={helpId}>{help}</FormHelperText>
    </div>
  );
}

export function noteOf({ pending, pace }: Known, split: Split): string {
  if (split === 'equal') return toCallText(pending);
  return `${pace === null ? 'sin historia' : `${formatDecimal(pace)}/h`} · ${toCallText(pending)}`;
}

interface SplitEndProps {
  forecast: SplitForecast;
  /** The forecast if split by pace, where the equal split is late. */
  byPace: SplitForecast | undefined;
  endDay: string;
}

export function SplitEnd({ forecast, byPace, endDay }: SplitEndProps) {
  const isLate = forecast.daysLate > 0;
  const advice =
    byPace && byPace.daysLate <= 0 ? `Según su ritmo terminaría el ${shortDay(byPace.day)}.` : helpInWords(forecast);
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        gap: 2,
        mt: 3,
        p: 3,
        borderRadius: 1,
        typography: 'body2',
        bgcolor: isLate ? theme.palette.soft.warning.bg : 'background.paper',
        color: isLate ? theme.palette.soft.warning.text : 'text.secondary',
        '& svg': { flex: 'none', mt: '2px', color: isLate ? 'inherit' : 'success.main' },
      })}
    >
      {isLate ? (
        <IconAlertTriangle size={16} stroke={2} aria-hidden />
      ) : (
        <IconCircleCheck size={16} stroke={2} aria-hidden />
      )}
      <span>
        <b>{endInWords(forecast, endDay)}</b>
        {advice && ` ${advice}`}
      </span>
    </Box>
  );
}
