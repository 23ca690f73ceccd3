import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/rules';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { later } from '../../../../components/later.tsx';
import { wireQuery } from '../../../../features/audience/list/audience-filters.ts';
import { AudienceList, type RowsProps, useAudienceList } from '../../../../features/audience/list/audience-list.tsx';
import { OperatorList } from '../../../../features/audience/list/operator-list.tsx';
import { SegmentationBar } from '../../../../features/audience/segment/segmentation-bar.tsx';
import { BEING_PROCESSED, WAITS_FOR_LOAD } from '../../../../features/audience/texts.ts';
import { campaignQuery, progressQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { ScriptButton } from '../../../../features/campaigns/script-row.tsx';
import { FormCapacityLine } from '../../../../features/forms/form-capacity-line.tsx';
import { mayAccess } from '../../../../lib/can.ts';
import { ApiError } from '../../../../lib/errors.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { useSession } from '../../../../lib/session.ts';
import { notify } from '../../../../lib/snackbar.ts';
import { DueCallbacks } from '../../../operator/calling.tsx';
import { OwnDay } from '../../../operator/own-day.tsx';
import { paths } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';
import { StartCalling } from '../start-calling.tsx';
import { audienceStates, DetailActions, type Progress, useAudienceChoices } from './detail-actions.tsx';
import { DetailTabs } from './detail-panel.tsx';

const RunningLoad = later(() => import('../../../../features/loads/running-load.tsx').then((m) => m.RunningLoad));

// The fallback is as wide as the button, so that nothing moves when it loads.
const AudienceExport = later(
  () => import('../../../../features/exports/export-menu.tsx').then((m) => m.AudienceExport),
  <Box sx={{ width: 134 }} />,
);

/** `/campaign/detail/{id}`: the audience; for managers with tabs about the campaign above. */
export function AudiencePage() {
  const id = useAddressId();
  const session = useSession();
  const seesAll = mayAccess('campaign.detail', session);
  const result = useQuery(campaignQuery(id));
  const progress = useQuery(progressQuery(id)).data;
  const list = useAudienceList({ campaignId: id, view: seesAll ? 'full' : 'operator' });
  const campaign = result.data;
  usePageTitle(campaign ? `Audiencia de ${campaign.name}` : 'Audiencia');

  // A cached refusal does not count.
  const { error, isFetching } = list.result;
  if (!isFetching && error instanceof ApiError && error.code === 'CAMPAIGN_PROCESSING')
    return <BeingProcessed progressPath={mayAccess('audience.load', session) ? paths.campaignAssign(id) : undefined} />;
  if (!campaign) return <PageState query={result} of="campaign" />;

  const isOpen = !isClosed(campaign);
  // While a further audience loads, the page stays usable.
  const isLoading = campaign.status === 'CARGANDO AUDIENCIA';
  const mayManage = isOpen && mayAccess('campaign.manage', session);
  const mayLoad = isOpen && mayAccess('audience.load', session);
  const assignPath = mayLoad ? paths.campaignAssign(id) : undefined;
  const linkTo = (row: { id: number; number: string }) => paths.contact(id, row.id, row.number);
  return (
    <>
      <CampaignHeader campaign={campaign}>
        {campaign.formId && <FormCapacityLine campaignId={id} />}
        {!seesAll && <ScriptButton scripts={campaign.scripts} />}
        {!seesAll && <StartCalling campaign={campaign} />}
        {mayAccess('export', session) && (
          <AudienceExport campaign={campaign} query={wireQuery('full', list.query)} linkTo={paths.export} />
        )}
        <DetailActions
          campaign={campaign}
          listFilters={list.query}
          progress={progress}
          mayManage={mayManage}
          assignPath={assignPath}
          waitsFor={isLoading ? WAITS_FOR_LOAD : undefined}
        />
      </CampaignHeader>
      {isLoading && seesAll && <RunningLoad campaignId={id} />}
      {seesAll ? (
        <>
          <DetailTabs
            campaign={campaign}
            tab={list.query.tab}
            // Keep the page of the table.
            onTab={(tab) => list.change({ tab, pageNumber: list.query.pageNumber }, { replace: true })}
            total={progress?.total}
            aside={mayManage && <SegmentationBar campaign={campaign} />}
          />
          <FullAudience campaign={campaign} list={list} progress={progress} linkTo={linkTo} loadPath={assignPath} />
        </>
      ) : (
        <OperatorAudience campaign={campaign} list={list} progress={progress} linkTo={linkTo} />
      )}
    </>
  );
}

interface BeingProcessedProps {
  /** Set for users with audience.load; others go to the list. */
  progressPath: string | undefined;
}

/** CAMPAIGN_PROCESSING: no audience can be shown yet (rule campaign-life/while-loading). */
function BeingProcessed({ progressPath }: BeingProcessedProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!progressPath) notify.warning(BEING_PROCESSED);
    void navigate(progressPath ?? paths.campaigns, { replace: true });
  }, [progressPath, navigate]);
  return null;
}

interface AudiencePartProps extends RowsProps {
  campaign: CampaignDetail;
  progress: Progress | undefined;
}

function FullAudience({ campaign, progress, loadPath, ...rows }: AudiencePartProps & { loadPath: string | undefined }) {
  const { needs } = rows.list;
  const choices = useAudienceChoices(campaign, progress, {
    operators: needs('operatorId'),
    places: needs('districtId'),
  });
  return <AudienceList {...rows} choices={choices} figures={progress} loadPath={loadPath} />;
}

function OperatorAudience({ campaign, list, progress, linkTo }: AudiencePartProps) {
  return (
    <>
      <DueCallbacks />
      <OperatorList list={list} states={audienceStates(campaign, progress)} linkTo={linkTo} />
      <OwnDay />
    </>
  );
}
