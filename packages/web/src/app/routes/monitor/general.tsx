import { monitor } from '@campanero/contract/monitor/endpoints';
import { flag } from '@campanero/contract/shared/paging';
import { formatDate } from '@campanero/contract/shared/dates';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useAddress } from '../../../components/list/define-list.ts';
import { Inline } from '../../../components/layout.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { UpdatedAt } from '../../../components/page/updated-at.tsx';
import { figuresMessage, withTime } from '../../../features/monitor/figures-message.tsx';
import { OperatorsToday } from '../../../features/monitor/operators-today.tsx';
import { ReportButton } from '../../../features/reports/use-report.tsx';
import { useActivity } from '../../../lib/live/activity.ts';
import { useNow } from '../../../lib/clock.ts';
import { endpointQuery } from '../../../lib/queries.ts';

const address = z.object({ external: flag.prefault('0'), percent: flag.prefault('0') });

export function MonitorGeneralPage() {
  const today = useNow();
  const { query, change } = useAddress(address);
  const input = { query: { external: query.external ? '1' : '0' } } as const;
  const day = useQuery(endpointQuery('monitor', monitor.day, input, { read: (figures) => withTime(figures) }));
  // A running request is not cancelled: under a steady flow of calls none would finish.
  const refresh = () => void day.refetch({ cancelRefetch: false });
  useActivity({ refetch: refresh });
  return (
    <>
      <PageHeader
        title="Monitoreo general"
        aside={`Hoy, ${formatDate(today)}`}
        action={
          <Inline sx={{ columnGap: 3, rowGap: 2 }}>
            <ReportButton page="monitor" />
            <UpdatedAt at={day.data?.at} isStale={day.isRefetchError} onRefresh={refresh} />
          </Inline>
        }
      />
      <OperatorsToday day={day.data} message={figuresMessage(day)} {...query} onChange={change} />
    </>
  );
}
