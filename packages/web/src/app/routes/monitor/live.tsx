import { formatDate } from '@campanero/contract/shared/dates';
import { flag } from '@campanero/contract/shared/paging';
import { Box, Button, Skeleton, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { SideSwitch } from '../../../components/fields/side-switch.tsx';
import { IconMaximize } from '../../../components/icons.ts';
import { useAddress } from '../../../components/list/define-list.ts';
import { ErrorState, LIST_FAILED } from '../../../components/page/messages.tsx';
import { Delayed, PageHeader } from '../../../components/page/page-header.tsx';
import { UpdatedAt } from '../../../components/page/updated-at.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { hoursInWords, liveQuery } from '../../../features/live/board.ts';
import { CampaignBoard } from '../../../features/live/campaign-board.tsx';
import { LiveFigures } from '../../../features/live/live-figures.tsx';
import { OperatorBoard } from '../../../features/live/operator-board.tsx';
import { FullScreenBoard } from '../../../features/live/full-screen-board.tsx';
import { useActivity } from '../../../lib/live/activity.ts';
import { useNow } from '../../../lib/clock.ts';
import { errorText } from '../../../lib/errors.ts';
import { paths } from '../../pages.ts';

/** `wall` in the address: a screen on the wall may be opened at it. */
const address = z.object({ external: flag.prefault('0'), wall: flag.prefault('0') });

/** Beside each other where both have room. */
const COLUMNS = '@media (min-width: 1400px)';
/** So many campaigns are as high as a dozen operators, or fill two lines below them. */
const SHOWN = { beside: 4, below: 6 };

/** What happens in the call centre now; follows the calls as they are taken and registered. */
export function MonitorLivePage() {
  const now = useNow().getTime();
  const isBeside = useMediaQuery(COLUMNS, { noSsr: true });
  const { query, change } = useAddress(address);
  const { external, wall } = query;
  const result = useQuery(liveQuery(external));
  // An answer on its way is waited for: under a steady flow of calls it would never arrive otherwise.
  const refresh = () => void result.refetch({ cancelRefetch: false });
  useActivity({ refetch: refresh });
  const { data: board, error, isFetching, isRefetchError } = result;
  return (
    <>
      <PageHeader
        title="En vivo"
        aside={`Hoy, ${formatDate(now)}${external ? ' · Externos' : ''}`}
        action={
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
            <UpdatedAt at={board && Date.parse(board.at)} isStale={isRefetchError} onRefresh={refresh} />
            <Button
              variant="outlined"
              startIcon={<IconMaximize size={17} stroke={1.75} aria-hidden />}
              onClick={() => change({ wall: true })}
              sx={{ display: { xs: 'none', md: 'inline-flex' } }}
            >
              Pantalla completa
            </Button>
          </Box>
        }
      />
      {board ? (
        <Box sx={{ display: 'grid', gap: '0.875rem' }}>
          <LiveFigures board={board} now={now} />
          <Box
            sx={{
              display: 'grid',
              gap: '1rem',
              alignItems: 'start',
              gridTemplateColumns: 'minmax(0, 1fr)',
              [COLUMNS]: { gridTemplateColumns: 'minmax(0, 764fr) minmax(18rem, 300fr)' },
            }}
          >
            <OperatorBoard
              operators={board.operators}
              now={now}
              hint={hoursInWords(board)}
              campaignsPath={paths.campaigns}
              controls={<SideSwitch external={external} onChange={(is) => change({ external: is })} />}
            />
            <CampaignBoard
              campaigns={board.campaigns}
              now={now}
              shown={isBeside ? SHOWN.beside : SHOWN.below}
              linkTo={paths.campaignStatistics}
            />
          </Box>
        </Box>
      ) : error && !isFetching ? (
        <ErrorState message={errorText(error, LIST_FAILED)} onRetry={refresh} />
      ) : (
        <Delayed>
          <Box role="status">
            <VisuallyHidden>Cargando…</VisuallyHidden>
            <Skeleton width="100%" height={100} sx={{ mb: '0.875rem' }} />
            <Skeleton width="100%" height={480} />
          </Box>
        </Delayed>
      )}
      {board && wall && (
        <FullScreenBoard
          board={board}
          external={external}
          now={now}
          onLeave={() => change({ wall: false }, { replace: true })}
        />
      )}
    </>
  );
}
