import { GlobalStyles, Paper } from '@mui/material';
import { Line } from '../../components/layout.tsx';
import { DayBar } from '../../features/day/day.tsx';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { useFrame } from '../../shell/layout/effective-layout.ts';
import { InFooter } from '../../shell/layout/footer.tsx';
import { FOOTER_HEIGHT } from '../../theme/tokens.ts';

function useHasDay(): boolean {
  const session = useSession();
  return mayAccess('staff', session) && !mayAccess('campaign.manage', session);
}

export const OwnDay = () =>
  useHasDay() && (
    <InFooter>
      <DayBar />
    </InFooter>
  );

/** The height of the strip, for layouts that fill the window. */
export const DAY_STRIP_HEIGHT = '--day-strip';
const stripTakes = <GlobalStyles styles={{ html: { [DAY_STRIP_HEIGHT]: `calc(${FOOTER_HEIGHT} + 4px)` } }} />;

/** The same as a strip under the contact's header, if there is no footer (low window, or switched off). */
export function OwnDayStrip() {
  const hasDay = useHasDay();
  const { layout } = useFrame();
  if (!hasDay || layout.config.footer.display) return null;
  return (
    <Line
      component={Paper}
      gap={0}
      sx={{
        height: FOOTER_HEIGHT,
        mt: '-4px',
        mb: '8px',
        borderRadius: (theme) => `${theme.radius.control}px`,
        px: 5,
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        '& > section': { border: 0, p: 0 },
      }}
    >
      {stripTakes}
      <DayBar />
    </Line>
  );
}
