import { DEFAULT_PAGE_SIZE } from '@campanero/contract/limits';
import { monitor } from '@campanero/contract/monitor/endpoints';
import { digitsAs, flag, id, instant } from '@campanero/contract/shared/paging';
import { skipToken, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Inline } from '../../../components/layout.tsx';
import { useAddress } from '../../../components/list/define-list.ts';
import { EmptyState } from '../../../components/page/messages.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { UpdatedAt } from '../../../components/page/updated-at.tsx';
import { useLastPage } from '../../../components/table/pager.tsx';
import { OperatorExport } from '../../../features/exports/export-menu.tsx';
import { operatorsQuery } from '../../../features/lookups/api.ts';
import { figuresMessage, withTime } from '../../../features/monitor/figures-message.tsx';
import { OperatorChoice } from '../../../features/monitor/operator-choice.tsx';
import { OperatorDays } from '../../../features/monitor/operator-days.tsx';
import { BACKWARDS, isBackwards, OperatorFilters } from '../../../features/monitor/operator-filters.tsx';
import { useActivity } from '../../../lib/live/activity.ts';
import { keepForSame } from '../../../lib/changes.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { paths } from '../../pages.ts';

const idList = z.string().regex(/^\d+(,\d+)*$/);
const address = z.object({
  external: flag.prefault('0'),
  operator: id.optional(),
  campaigns: idList.optional(),
  fromdate: instant.optional(),
  todate: instant.optional(),
  table: flag.prefault('0'),
  percent: flag.prefault('0'),
  pageNumber: digitsAs(z.int().min(0)).prefault(0),
  pageSize: digitsAs(z.int()).prefault(DEFAULT_PAGE_SIZE),
});

const countOfDays = (days: number) => (days === 1 ? '1 día con llamados' : `${days} días con llamados`);

export function MonitorSinglePage() {
  const { query, change } = useAddress(address);
  const { external, operator, campaigns, fromdate, todate, table, percent, pageNumber, pageSize } = query;
  const isRefused = isBackwards(query);
  const operators = useQuery(operatorsQuery());
  const ofSide = operators.data?.[external ? 'externals' : 'internals'];
  const params = operator !== undefined && !isRefused && { id: operator };
  const detail = useQuery(
    endpointQuery(
      'monitor',
      monitor.detail,
      params ? { params, query: { campaigns, fromdate, todate } } : skipToken,
      // Previous figures stay while filters change, but not those of another operator.
      { read: (figures) => withTime(figures), placeholderData: params ? keepForSame(params) : undefined },
    ),
  );
  const day = useQuery(
    endpointQuery(
      'monitor',
      monitor.day,
      operator === undefined ? { query: { external: external ? '1' : '0' } } : skipToken,
      { read: (figures) => withTime(figures) },
    ),
  );
  const shown = operator === undefined ? day : detail;
  const refresh = () => {
    if (operator === undefined || !isRefused) void shown.refetch({ cancelRefetch: false });
  };
  useActivity({ refetch: refresh });
  const paging = {
    page: pageNumber,
    size: pageSize,
    onPage: (page: number) => change({ pageNumber: page }),
    onSize: (size: number) => change({ pageSize: size }),
  };
  const days = detail.data?.categories.length;
  useLastPage({ ...paging, total: days, onPage: (page) => change({ pageNumber: page }, { replace: true }) });
  return (
    <>
      <PageHeader
        title="Monitoreo individual"
        aside={days !== undefined && countOfDays(days)}
        action={
          <Inline gap={3}>
            <UpdatedAt at={shown.data?.at} isStale={shown.isRefetchError} onRefresh={refresh} />
            {operator !== undefined && !isRefused && (
              <OperatorExport operatorId={operator} query={{ campaigns, fromdate, todate }} linkTo={paths.export} />
            )}
          </Inline>
        }
      />
      <OperatorDays
        detail={detail.data}
        message={
          operator === undefined ? (
            <OperatorChoice
              operators={ofSide}
              day={day.data}
              onChoose={(id) => change({ operator: id, campaigns: undefined })}
            />
          ) : isRefused ? (
            <EmptyState title={BACKWARDS} />
          ) : (
            figuresMessage(detail)
          )
        }
        external={external}
        table={table}
        percent={percent}
        hasOperator={operator !== undefined}
        // Internal and external do not mix: reset operator and campaigns.
        onChange={(patch) =>
          change(
            'external' in patch ? { ...patch, operator: undefined, campaigns: undefined } : { ...patch, pageNumber },
          )
        }
        paging={paging}
        filters={
          <OperatorFilters
            operators={ofSide}
            filters={{ operator, campaigns, fromdate, todate }}
            updatedAt={detail.data?.at}
            onChange={change}
          />
        }
      />
    </>
  );
}
