import { formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Typography } from '@mui/material';
import type { Column } from '../../components/table/types.ts';
import { type Callback, isDue, whenInWords } from './callbacks.ts';

const NO_OBSERVATIONS = 'Sin observaciones';

export const callbackColumns = (now: number, hasRoom: boolean): readonly Column<Callback, never>[] => [
  {
    key: 'when',
    heads: [{ label: 'Hora' }],
    width: 164,
    figures: true,
    cell: ({ callbackAt }) => <CallbackWhen at={callbackAt} now={now} />,
  },
  {
    key: 'number',
    heads: [{ label: 'Número' }],
    width: 124,
    tone: 'strong',
    figures: true,
    cell: ({ number }) => <bdi>{formatPhone(number)}</bdi>,
  },
  { key: 'name', heads: [{ label: 'Persona' }], width: hasRoom ? 256 : 176, cell: ({ name }) => name || '—' },
  {
    key: 'campaign',
    heads: [{ label: 'Campaña' }],
    width: hasRoom ? 368 : 216,
    cell: ({ campaignName }) => campaignName,
  },
  { key: 'observations', heads: [{ label: 'Última observación' }], cell: ({ observations }) => observations || '—' },
];

const FIGURES = { fontVariantNumeric: 'tabular-nums' };

/** A callback in three lines, for narrow screens: who and when, where, and what was said. */
export function CallbackCompactRow({ row, now }: { row: Callback; now: number }) {
  const { number, name, campaignName, callbackAt, observations } = row;
  return (
    <>
      <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 0.5 }}>
        <Typography
          variant="cell"
          component="bdi"
          sx={{ ...FIGURES, flex: 'none', whiteSpace: 'nowrap', fontWeight: 550 }}
        >
          {formatPhone(number)}
        </Typography>
        <Box
          component="span"
          sx={{
            ...FIGURES,
            marginInlineStart: 'auto',
            whiteSpace: 'nowrap',
            typography: 'body2',
            color: 'text.secondary',
            // Beside the button there is room for the number alone: the hour has a line of its own under it.
            '@media (max-width: 359.95px)': { flexBasis: '100%' },
          }}
        >
          <CallbackWhen at={callbackAt} now={now} />
        </Box>
      </Box>
      <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
        {[name, campaignName].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
        {observations ?? NO_OBSERVATIONS}
      </Typography>
    </>
  );
}

/** The hour that was promised, in brass once it has come, and how far off it is. */
function CallbackWhen({ at, now }: { at: string; now: number }) {
  return (
    <Box component="bdi" title={formatDateTime(at)} sx={{ display: 'inline-flex', gap: 2 }}>
      <Box
        component="span"
        sx={({ palette }) => ({
          fontWeight: 600,
          color: isDue(at, now) ? palette.soft.brass.text : palette.text.primary,
        })}
      >
        {formatTime(at)}
      </Box>
      {whenInWords(at, now)}
    </Box>
  );
}
