import { DayBar } from '../features/day/day.tsx';
import { mayAccess } from '../lib/can.ts';
import { useSession } from '../lib/session.ts';
import { InFooter } from '../shell/layout/footer.tsx';

/** For the pages where operators work: their day in the footer. Whoever manages has no day of calls. */
export function OwnDay() {
  const session = useSession();
  if (!mayAccess('staff', session) || mayAccess('campaign.manage', session)) return null;
  return (
    <InFooter>
      <DayBar />
    </InFooter>
  );
}
