import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import { DayBar } from '../features/day/day.tsx';
import { mayAccess } from '../lib/can.ts';
import { useSession } from '../lib/session.ts';
import { useFrame } from '../shell/layout/effective-layout.ts';
import { InFooter } from '../shell/layout/footer.tsx';

/** Whoever manages has no day of calls. */
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
const stripTakes = <GlobalStyles styles={{ html: { [DAY_STRIP_HEIGHT]: 'calc(2.5rem + 14px)' } }} />;

/** The same as a strip under the contact's header, for whoever has switched the footer off (design 7). */
export function OwnDayStrip() {
  const hasDay = useHasDay();
  const { layout } = useFrame();
  if (!hasDay || layout.config.footer.display) return null;
  return (
    <Paper
      sx={{
        height: '2.5rem',
        mb: '14px',
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
