import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import { DayLine } from '../../../features/day/day.tsx';
import { THUMB_ROW } from '../../../theme/tokens.ts';
import { CallButton, NextButton } from './contact-actions.tsx';
import type { ContactWork } from './use-contact-work.ts';

/** On a phone the page's own bar takes the footer's place: two buttons for the thumb (design 9, Phone). */
const noFooter = <GlobalStyles styles={{ footer: { display: 'none !important' } }} />;

export function ContactBottomBar({ work }: { work: ContactWork }) {
  return (
    <>
      {noFooter}
      <Box sx={{ height: '7.5rem' }} />
      <Paper
        square
        data-bottom-bar
        sx={{
          // Where the thumb expects it, however short the page.
          position: 'fixed',
          bottom: 0,
          insetInline: 0,
          zIndex: 2,
          px: 3,
          pt: 2,
          pb: `calc(${THUMB_ROW.below}px + env(safe-area-inset-bottom))`,
          border: 0,
          borderTop: 1,
          borderColor: 'line.soft',
        }}
      >
        {!work.caller.isManager && <DayLine />}
        <Box sx={{ display: 'flex', gap: 2, pt: 1 }}>
          <NextButton work={work} size="phone" />
          <CallButton work={work} size="phone" />
        </Box>
      </Paper>
    </>
  );
}
