import { loads } from '@campanero/contract/loads/endpoints';
import Skeleton from '@mui/material/Skeleton';
import { Delayed } from '../../../components/page/page-header.tsx';
import { can } from '../../../lib/can.ts';
import { useSession } from '../../../lib/session.ts';
import { useLastLoad } from '../api/last-load.ts';
import { LoadProgress } from './load-progress.tsx';

/** The progress of a campaign that is loading, for any of its pages (decisions 4). */
export function RunningLoad({ campaignId }: { campaignId: number }) {
  const session = useSession();
  const { data: load, dataUpdatedAt } = useLastLoad(campaignId);
  if (load?.status === 'RUNNING')
    return (
      <LoadProgress campaignId={campaignId} load={load} at={dataUpdatedAt} mayCancel={can(loads.cancel, session)} />
    );
  if (load !== undefined) return null;
  return (
    <Delayed>
      <Skeleton height={172} sx={{ mb: 3.5 }} />
    </Delayed>
  );
}
