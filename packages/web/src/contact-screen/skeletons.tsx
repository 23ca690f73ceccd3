import { Box, Paper, Skeleton, useMediaQuery, useTheme } from '@mui/material';
import { Inline, Line, Stacked } from '../components/layout.tsx';
import { Delayed } from '../components/page/page-header.tsx';
import { OpeningLines } from '../components/script/script-reader.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { mayAccess } from '../lib/can.ts';
import { useSession } from '../lib/session.ts';
import { LOW_WINDOW } from '../theme/tokens.ts';
import { OwnDayStrip } from '../app/operator/own-day.tsx';
import {
  ContactColumns,
  HeaderCard,
  Identity,
  LeftColumn,
  PhoneNumber,
  ScriptColumn,
  SURFACE,
  TabsCard,
  useContactSpace,
} from './layout.tsx';
import { ContactCallback } from './next/due-callback.tsx';

export const ColumnSkeleton = () => (
  <Paper sx={{ flex: 1 }}>
    <Box sx={{ minHeight: '2.75rem', borderBottom: 1, borderColor: 'line.soft' }} />
    <OpeningLines />
  </Paper>
);

/** While the campaign is loading: the layout of the page, and the number, which the address contains. */
export function ContactSkeleton({ callId, phone }: { callId: number; phone: string }) {
  const { isMobile, isWide } = useContactSpace();
  const isManager = mayAccess('campaign.manage', useSession());
  return (
    <Delayed>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <HeaderCard>
        <IdentitySkeleton phone={phone} />
        {!isMobile && (
          <div data-actions>
            <Skeleton width="100%" sx={{ height: '2.75rem', minWidth: '8rem' }} />
            <Skeleton width="100%" sx={{ height: '2.5rem', minWidth: '10rem' }} />
          </div>
        )}
      </HeaderCard>
      {!isMobile && <OwnDayStrip />}
      <ContactColumns>
        <LeftColumn>
          {!isMobile && (
            <Line component={Paper} sx={{ minHeight: '3.625rem', px: 4 }}>
              <Skeleton width={72} height={18} />
              {[96, 88, 120].map((width) => (
                <Skeleton key={width} width={width} height={36} />
              ))}
            </Line>
          )}
          <TabsSkeleton />
        </LeftColumn>
        {isWide && (
          <ScriptColumn>
            {!isManager && <ContactCallback callId={callId} />}
            <ColumnSkeleton />
          </ScriptColumn>
        )}
      </ContactColumns>
    </Delayed>
  );
}

const TabsSkeleton = () => (
  <TabsCard>
    <Line
      gap={6}
      sx={{ ...SURFACE, height: '2.625rem', px: 4, borderBottom: 1, borderColor: 'line.soft', overflow: 'hidden' }}
    >
      {[72, 84, 90, 76, 68].map((width) => (
        <Skeleton key={width} width={width} height={16} sx={{ flex: 'none' }} />
      ))}
    </Line>
    <Box sx={SURFACE}>
      <PeopleSkeleton />
    </Box>
  </TabsCard>
);

/** Has the height of number, person and state. */
export function IdentitySkeleton({ phone }: { phone: string }) {
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const isLow = useMediaQuery(LOW_WINDOW, { noSsr: true }) && !isMobile;
  return (
    <Identity>
      <div className="number">
        <PhoneNumber number={phone} />
        <Skeleton
          sx={{
            flex: 'none',
            ...(isMobile ? { width: '2.75rem', height: '2.75rem' } : { width: '8.5rem', height: '2.25rem' }),
          }}
        />
      </div>
      <div className="person">
        <Skeleton width="60%" sx={{ height: '1.25rem' }} />
      </div>
      {!isLow && (
        <div className="state">
          <Skeleton width="40%" sx={{ height: '1.5rem' }} />
        </div>
      )}
    </Identity>
  );
}

export const PeopleSkeleton = () => (
  <>
    <Inline gap={3} sx={{ px: 4, py: '9px', borderBottom: 1, borderColor: 'line.soft' }}>
      <Skeleton variant="circular" width={36} height={36} />
      <Box sx={{ flex: '1 1 10rem' }}>
        <Skeleton width="50%" height={21} />
        <Skeleton width="70%" height={18} />
      </Box>
      <Skeleton sx={{ width: '18.75rem', maxWidth: '100%', height: '2.625rem' }} />
    </Inline>
    <Stacked gap={3} sx={{ p: 4 }}>
      <Skeleton width="30%" height={18} />
      <Skeleton width="80%" height={24} />
    </Stacked>
  </>
);
