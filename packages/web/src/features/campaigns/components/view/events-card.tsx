import { formatDateTime } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LIST_FAILED } from '../../../../components/page/messages.tsx';
import { Delayed } from '../../../../components/page/page-header.tsx';
import { eventsQuery } from '../../api/campaign-extras.ts';
import { ViewCard } from './view-card.tsx';

/** What happened to the campaign lately, newest first, for whoever manages it. */
export function EventsCard({ campaignId }: { campaignId: number }) {
  const result = useQuery(eventsQuery(campaignId));
  return (
    <ViewCard title="Últimos movimientos">
      {result.isError && <ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
      {result.isPending && (
        <Delayed>
          <Skeleton height={160} />
        </Delayed>
      )}
      {result.data?.length === 0 && <Typography color="textSecondary">Todavía no hay movimientos.</Typography>}
      {result.data && result.data.length > 0 && (
        <Box
          component="ol"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, maxHeight: 420, overflowY: 'auto' }}
          tabIndex={0}
          aria-label="Últimos movimientos"
        >
          {result.data.map(({ id, summary, userName, createdAt }) => (
            <li key={id}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {summary}
              </Typography>
              <Typography variant="caption" color="textDisabled">
                {userName} · <bdi>{formatDateTime(createdAt)}</bdi>
              </Typography>
            </li>
          ))}
        </Box>
      )}
    </ViewCard>
  );
}
