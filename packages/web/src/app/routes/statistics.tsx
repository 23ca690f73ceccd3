import { formatDateTime } from '@campanero/contract/shared/dates';
import {
  type GlobalFigures,
  globalStatistics,
  STATISTICS_SIDES,
} from '@campanero/contract/statistics/global-endpoints';
import { Box, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ActionButton } from '../../components/action-button.tsx';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { IconRefresh } from '../../components/icons.ts';
import { Centered, Faint, Inline } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed, PageHeader } from '../../components/page/page-header.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { StatisticsBoard } from '../../features/global-statistics/statistics-board.tsx';
import { ReportButton } from '../../features/reports/use-report.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { now, useValueAt } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { endpointQuery } from '../../lib/queries.ts';

const FAILED = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';
const SIDE_NAMES = { general: 'Generales', internal: 'Internas', external: 'Externas' };
const SIDES = STATISTICS_SIDES.map((value) => ({ value, label: SIDE_NAMES[value] }));

/** In case the socket event is lost. */
const FALLBACK = { refetchInterval: 60_000 };

export function StatisticsPage() {
  const [params, setParams] = useSearchParams();
  const side = STATISTICS_SIDES.find((each) => each === params.get('type')) ?? 'general';
  const figures = useQuery(endpointQuery('statistics', globalStatistics.view, undefined, FALLBACK));
  const series = useQuery(endpointQuery('statistics', globalStatistics.grouped, undefined, FALLBACK));
  const metrics = useQuery(endpointQuery('statistics', globalStatistics.metrics, undefined, FALLBACK));
  const all = [figures, series, metrics];
  const failed = all.find(({ isError, data }) => isError && data === undefined);
  return (
    <>
      <PageHeader
        title="Estadísticas"
        aside={
          <>
            <VisuallyHidden id="statistics-type">Tipo</VisuallyHidden>
            <ChoiceMenu
              labelledBy="statistics-type"
              value={side}
              options={SIDES}
              onChange={(type) => setParams(type === 'general' ? {} : { type }, { replace: true })}
              outlined
            />
          </>
        }
        action={
          <Inline sx={{ columnGap: 3, rowGap: 2 }}>
            <ReportButton page="global" />
            {figures.data && <RefreshStatistics {...figures.data} />}
          </Inline>
        }
      />
      {failed ? (
        <Centered sx={{ minHeight: '20rem' }}>
          <ErrorState
            message={errorText(failed.error, FAILED)}
            onRetry={() => all.forEach((query) => void query.refetch())}
          />
        </Centered>
      ) : figures.data && series.data && metrics.data ? (
        <StatisticsBoard figures={figures.data} series={series.data} metrics={metrics.data} side={side} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
}

/** Locked until the figures expire. */
function RefreshStatistics({ updatedAt, expires }: Pick<GlobalFigures, 'updatedAt' | 'expires'>) {
  const refresh = useEndpointMutation(globalStatistics.refresh, {
    refetches: ['statistics'],
    // Someone else may have refreshed before.
    evenIfRefused: true,
    failed: FAILED,
  });
  /** `updatedAt` of the figures when the user asked for new ones. */
  const [asked, setAsked] = useState<string>();
  const isFree = useValueAt([expires * 1000], () => now() >= expires * 1000);
  const isComing = asked === updatedAt && !isFree;
  const reason = isFree ? undefined : `Se podrá actualizar a las ${formatDateTime(expires * 1000)}`;
  const ask = () => refresh.mutate(undefined, { onSuccess: () => setAsked(updatedAt) });
  return (
    <Inline sx={{ columnGap: 3, rowGap: 1, justifyContent: 'flex-end' }}>
      <Faint role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isComing ? 'Actualizando…' : `Última actualización: ${formatDateTime(updatedAt)}`}
      </Faint>
      <ActionButton variant="contained" icon={IconRefresh} reason={reason} isPending={refresh.isPending} onClick={ask}>
        Actualizar Estadísticas
      </ActionButton>
    </Inline>
  );
}

const BoardSkeleton = () => (
  <Delayed>
    <Skeleton height={104} sx={{ mb: 4 }} />
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={252} />
      ))}
    </Box>
  </Delayed>
);
