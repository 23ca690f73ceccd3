import { formatDate } from '@campanero/contract/shared/dates';
import { flag } from '@campanero/contract/shared/paging';
import { Button, Skeleton, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { SideSwitch } from '../../../components/fields/side-switch.tsx';
import { IconMaximize } from '../../../components/icons.ts';
import { Line, Stacked } from '../../../components/layout.tsx';
import { useAddress } from '../../../components/list/define-list.ts';
import { ErrorState, LIST_FAILED } from '../../../components/page/messages.tsx';
import { Loading, PageHeader } from '../../../components/page/page-header.tsx';
import { UpdatedAt } from '../../../components/page/updated-at.tsx';
import { hoursInWords, liveQuery } from '../../../features/live/board.ts';
import { CampaignBoard } from '../../../features/live/campaign-board.tsx';
import { LiveFigures } from '../../../features/live/live-figures.tsx';
import { QuestionsNote } from '../../../features/live/questions-note.tsx';
import { OperatorBoard } from '../../../features/live/operator-board.tsx';
import { FullScreenBoard } from '../../../features/live/full-screen-board.tsx';
import { useActivity } from '../../../lib/live/activity.ts';
import { useNow } from '../../../lib/clock.ts';
import { errorText } from '../../../lib/errors.ts';
import { paths } from '../../pages.ts';

/** `wall`: full screen, so that a wall screen can be opened by link. */
const address = z.object({ external: flag.prefault('0'), wall: flag.prefault('0') });

const COLUMNS = '@media (min-width: 1400px)';
const IS_HIGH = '@media (min-height: 1020px)';
/** What a window holds beside the operators; 6 fill two lines below them. */
const SHOWN = { beside: 4, besideInHigh: 5, below: 6 };

export function MonitorLivePage() {
  const now = useNow().getTime();
  const isBeside = useMediaQuery(COLUMNS, { noSsr: true });
  const isHigh = useMediaQuery(IS_HIGH, { noSsr: true });
  const { query, change } = useAddress(address);
  const { external, wall } = query;
  const result = useQuery(liveQuery(external));
  // A running request is not cancelled: under a steady flow of calls none would finish.
  const refresh = () => void result.refetch({ cancelRefetch: false });
  useActivity({ refetch: refresh });
  const { data: board, error, isFetching, isRefetchError } = result;
  return (
    <>
      <PageHeader
        title="En vivo"
        aside={`Hoy, ${formatDate(now)}${external ? ' · Externos' : ''}`}
        action={
          <Line gap={3}>
            <UpdatedAt at={board && Date.parse(board.at)} isStale={isRefetchError} onRefresh={refresh} />
            <Button
              variant="outlined"
              startIcon={<IconMaximize size={17} stroke={1.75} aria-hidden />}
              onClick={() => change({ wall: true })}
              sx={{ display: { xs: 'none', md: 'inline-flex' } }}
            >
              Pantalla completa
            </Button>
          </Line>
        }
      />
      {board ? (
        <Stacked sx={{ gap: '0.875rem' }}>
          <QuestionsNote questions={board.questions} now={now} to={paths.questions} />
          <LiveFigures board={board} now={now} />
          <Stacked
            sx={{
              gap: '1rem',
              alignItems: 'start',
              [COLUMNS]: { gridTemplateColumns: 'minmax(0, 764fr) minmax(18.75rem, 300fr)' },
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
              shown={isBeside ? (isHigh ? SHOWN.besideInHigh : SHOWN.beside) : SHOWN.below}
              linkTo={paths.campaignStatistics}
            />
          </Stacked>
        </Stacked>
      ) : error && !isFetching ? (
        <ErrorState message={errorText(error, LIST_FAILED)} onRetry={refresh} />
      ) : (
        <Loading sx={{ gap: '0.875rem' }}>
          <Skeleton width="100%" height={100} />
          <Skeleton width="100%" height={480} />
        </Loading>
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
