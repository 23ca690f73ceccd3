import { GlobalStyles, Paper } from '@mui/material';
import { DayBar } from '../../features/day/day.tsx';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { useFrame } from '../../shell/layout/effective-layout.ts';
import { InFooter } from '../../shell/layout/footer.tsx';
import { FOOTER_HEIGHT } from '../../theme/tokens.ts';

/** Managers have no day of calls. */
function useHasDay(): boolean {
  const session = useSession();
  return mayAccess('staff', session) && !mayAccess('campaign.manage', session);
}

/** For the pages where operators work: their day in the footer. */
export function OwnDay() {
  const hasDay = useHasDay();
  return (
    hasDay && (
      <InFooter>
        <DayBar />
      </InFooter>
    )
  );
}

/** What the strip takes of the page, for what fills the rest of it. */
export const DAY_STRIP_HEIGHT = '--day-strip';
const stripTakes = <GlobalStyles styles={{ html: { [DAY_STRIP_HEIGHT]: `calc(${FOOTER_HEIGHT} + 4px)` } }} />;

/** The same as a slim strip under the contact's header, where there is no footer: in a low window, or switched off. */
export function OwnDayStrip() {
  const hasDay = useHasDay();
  const { layout } = useFrame();
  if (!hasDay || layout.config.footer.display) return null;
  return (
    <Paper
      sx={{
        height: FOOTER_HEIGHT,
        // In the middle between the header and the work, which leave more air than so slim a line needs.
        mt: '-4px',
        mb: '8px',
        borderRadius: (theme) => `${theme.radius.control}px`,
        px: 5,
        display: 'flex',
        alignItems: 'center',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        '& > section': { border: 0, p: 0 },
      }}
    >
      {stripTakes}
      <DayBar />
    </Paper>
  );
}
