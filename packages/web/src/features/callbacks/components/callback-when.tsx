import { formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import { isDue, whenInWords } from '../callback-words.ts';

/** The hour that was promised, in brass once it has come, and how far off it is. */
export function CallbackWhen({ at, now }: { at: string; now: number }) {
  return (
    <bdi title={formatDateTime(at)}>
      <Box
        component="span"
        sx={({ palette }) => ({
          fontWeight: 600,
          color: isDue(at, now) ? palette.soft.brass.text : palette.text.primary,
          marginInlineEnd: 2,
        })}
      >
        {formatTime(at)}
      </Box>
      {whenInWords(at, now)}
    </bdi>
  );
}
