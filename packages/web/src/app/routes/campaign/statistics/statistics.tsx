import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/status';
import { surveys } from '@campanero/contract/surveys/endpoints';
import { campaignStatistics } from '@campanero/contract/statistics/campaign-endpoints';
import { Box, Paper, Skeleton } from '@mui/material';
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { later } from '../../../../components/later.tsx';
import { IconEye, IconUsersGroup } from '../../../../components/icons.ts';
import { Centered } from '../../../../components/layout.tsx';
import { useAddress } from '../../../../components/list/define-list.ts';
import { ActionsMenu } from '../../../../components/page/actions-menu.tsx';
import { ErrorState } from '../../../../components/page/messages.tsx';
import { Loading } from '../../../../components/page/page-header.tsx';
import { PageTabs, panelOf } from '../../../../components/page/page-tabs.tsx';
import { CampaignFiguresView, OwnWorkView } from '../../../../features/campaign-statistics/campaign-figures.tsx';
import { SpanFields, useSpan } from '../../../../features/campaign-statistics/span-fields.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { StatisticsExport } from '../../../../features/exports/export-menu.tsx';
import { useMailReport } from '../../../../features/reports/use-report.tsx';
import { useActivity } from '../../../../lib/live/activity.ts';
import { mayAccess } from '../../../../lib/can.ts';
import { errorText } from '../../../../lib/errors.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { keepForSame } from '../../../../lib/changes.ts';
import { endpointQuery } from '../../../../lib/queries.ts';
import { useSession } from '../../../../lib/session.ts';
import { paths } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';

const PhoneTimesCard = later(
  async () => (await import('../../../../features/campaign-statistics/phone-times.tsx')).PhoneTimesCard,
);

const ResultsTab = later(async () => (await import('./results-tab.tsx')).ResultsTab);

const FAILED = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';

const TABS = [
  { key: 'figures', label: 'Estadísticas' },
  { key: 'results', label: 'Resultados' },
] as const;
const tabAddress = z.object({ tab: z.enum(['results']).optional() });

/** `/campaign/stats/{id}`: the whole campaign for managers, own work for operators. */
export function CampaignStatisticsPage() {
  const id = useAddressId();
  const session = useSession();
  const seesAll = mayAccess('campaign.statistics', session);
  const { span, isValid } = useSpan();
  const result = useQuery(campaignQuery(id));
  const campaign = result.data;
  const { query, change } = useAddress(tabAddress);
  const hasResults = seesAll && Boolean(campaign?.survey);
  const tab = hasResults && query.tab ? query.tab : 'figures';
  const title = tab === 'results' ? 'Resultados' : 'Estadísticas';
  usePageTitle(campaign ? `${title} de ${campaign.name}` : title);
  if (!campaign) return <PageState query={result} of="campaign" />;
  return (
    <>
      <CampaignHeader campaign={campaign}>
        {tab === 'figures' && isValid && mayAccess('export', session) && (
          <StatisticsExport campaign={campaign} span={span} linkTo={paths.export} />
        )}
        <StatisticsMenu campaign={campaign} seesAll={seesAll} />
      </CampaignHeader>
      {hasResults && (
        <PageTabs
          id="statistics"
          label="Estadísticas y resultados"
          tabs={TABS}
          current={tab}
          onChange={(chosen) => change({ tab: chosen === 'results' ? chosen : undefined })}
        />
      )}
      <div {...(hasResults && panelOf('statistics', tab))}>
        {tab === 'results' ? (
          <ResultsTab campaign={campaign} />
        ) : seesAll ? (
          <WholeCampaign campaign={campaign} />
        ) : (
          <OwnWork campaign={campaign} />
        )}
      </div>
    </>
  );
}

function StatisticsMenu({ campaign, seesAll }: { campaign: CampaignDetail; seesAll: boolean }) {
  const { id } = campaign;
  const report = useMailReport({ page: 'campaign', campaign: { id, isClosed: isClosed(campaign) } });
  return (
    <>
      <ActionsMenu
        actions={[
          { label: 'Ver audiencia', icon: IconUsersGroup, run: paths.campaignDetail(id) },
          { label: 'Ver campaña', icon: IconEye, run: paths.campaign(id) },
          ...(seesAll ? [report.action] : []),
        ]}
      />
      {report.dialog}
    </>
  );
}

function askedFor({ id }: CampaignDetail, { span, isValid }: ReturnType<typeof useSpan>) {
  const params = { campaignId: id };
  return [
    { params, query: span },
    { placeholderData: keepForSame(params), enabled: isValid },
  ] as const;
}

function WholeCampaign({ campaign }: { campaign: CampaignDetail }) {
  const span = useSpan();
  const asked = askedFor(campaign, span);
  const figures = useQuery(endpointQuery('statistics', campaignStatistics.campaign, ...asked));
  const days = useQuery(endpointQuery('statistics', campaignStatistics.days, ...asked));
  const ofSurvey = campaign.survey && span.isValid ? { params: { id: campaign.id }, query: span.span } : skipToken;
  const links = useQuery(endpointQuery('statistics', surveys.linkCounts, ofSurvey));
  useActivity({
    campaignId: campaign.id,
    refetch: () =>
      span.isValid && Promise.all([figures.refetch(), days.refetch(), ...(campaign.survey ? [links.refetch()] : [])]),
  });
  return (
    <>
      <SpanFields {...span} note={noteOf(campaign, span.hasDates, 'la base total y los pendientes son los')} />
      <Figures result={figures}>
        {(shown) => <CampaignFiguresView figures={shown} days={days.data} links={links.data} />}
      </Figures>
      <Box sx={{ '& > *': { mt: 3.5 } }}>
        <PhoneTimesCard campaignId={campaign.id} span={span.isValid ? span.span : undefined} />
      </Box>
    </>
  );
}

function OwnWork({ campaign }: { campaign: CampaignDetail }) {
  const span = useSpan();
  const asked = askedFor(campaign, span);
  const figures = useQuery(endpointQuery('statistics', campaignStatistics.own, ...asked));
  const days = useQuery(endpointQuery('statistics', campaignStatistics.ownDays, ...asked));
  const isEnded = isClosed(campaign);
  const { params } = asked[0];
  const today = useQuery(endpointQuery('statistics', campaignStatistics.ownToday, { params }, { enabled: !isEnded }));
  useActivity({
    campaignId: campaign.id,
    refetch: () =>
      Promise.all([
        ...(span.isValid ? [figures.refetch(), days.refetch()] : []),
        ...(isEnded ? [] : [today.refetch()]),
      ]),
  });
  return (
    <>
      <SpanFields {...span} note={noteOf(campaign, span.hasDates, 'la base total es la')} />
      <Figures result={figures}>
        {(shown) => <OwnWorkView figures={shown} days={days.data} today={today.data} />}
      </Figures>
    </>
  );
}

function noteOf({ status }: CampaignDetail, hasDates: boolean, standing: string): string {
  const isFinished = status === 'FINALIZADA';
  if (hasDates)
    return `Se cuentan los llamados registrados entre las fechas; ${standing} ${isFinished ? 'del cierre' : 'de hoy'}.`;
  return isFinished ? 'Cifras del cierre de la campaña.' : '';
}

/** Existing figures stay while new ones are fetched, and when that fails. */
function Figures<T>({ result, children }: { result: UseQueryResult<T>; children: (figures: T) => ReactNode }) {
  const { data, error, refetch } = result;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <Centered component={Paper} sx={{ minHeight: 320 }}>
        <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />
      </Centered>
    );
  return (
    <Loading gap={3.5}>
      <Skeleton width="100%" height={128} />
      <Skeleton width="100%" height={128} />
      <Skeleton width="100%" height={200} />
    </Loading>
  );
}
