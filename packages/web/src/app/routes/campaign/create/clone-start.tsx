import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isExternalRole } from '@campanero/contract/roles';
import { Alert } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IconCopy } from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { PageSkeleton } from '../../../../components/page/page-header.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { informationOf } from '../../../../features/campaigns/information-form.ts';
import { primaryOf } from '../../../../lib/can.ts';
import { download } from '../../../../lib/files.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import type { StoredSession } from '../../../../lib/session.ts';
import { PageState } from '../../page-state.tsx';
import { Wizard, type WizardStart } from './wizard.tsx';

const PeopleStart = later(() => import('./people-start.tsx').then((m) => m.PeopleStart), <PageSkeleton />);

/** A copied script is handled as a chosen file. */
async function scriptFile({ link, originalName, contentType }: CampaignDetail['scripts'][number], signal: AbortSignal) {
  return new File([await download(link, signal)], originalName, { type: contentType, lastModified: 0 });
}

/** All but the audience and the dates. */
const cloneQuery = (from: number) =>
  queryOptions({
    queryKey: ['campaigns', 'clone', from],
    queryFn: async ({ signal }): Promise<{ campaign: CampaignDetail; start: WizardStart }> => {
      const campaign = await queryClient.fetchQuery(campaignQuery(from));
      return {
        campaign,
        start: {
          information: {
            ...informationOf(campaign),
            name: `${campaign.name} (copia)`,
            // An exemption is not copied, as it needs its own reason.
            obeysLists: true,
            exemptReason: '',
            operators: campaign.validOperators.map(({ id }) => id),
            startDate: '',
            endDate: '',
          },
          place: {
            districtId: campaign.districtId ?? '',
            sectionId: campaign.sectionId ?? '',
            subsectionId: campaign.subsectionId ?? '',
          },
          form: campaign.formId ? { id: campaign.formId, name: campaign.formName ?? campaign.formId } : null,
          survey: campaign.survey,
          files: await Promise.all(campaign.scripts.map((script) => scriptFile(script, signal))),
        },
      };
    },
    // Later changes of the original are ignored.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

interface CloneStartProps {
  session: StoredSession;
  from: number;
  /** The address, with filters, to begin with people of the audience too. */
  people: URLSearchParams | undefined;
}

export function CloneStart({ session, from, people }: CloneStartProps) {
  const clone = useQuery(cloneQuery(from));
  if (clone.isError || !clone.data) return <PageState query={clone} isPart />;
  const { start, campaign } = clone.data;
  // External coordinators create external campaigns only: an internal team is not copied.
  const isForeign = isExternalRole(primaryOf(session)) && !start.information.external;
  const information = isForeign
    ? { ...start.information, external: true, coordinatedBy: null, operators: [] }
    : start.information;
  const own = { ...start, information };
  if (people) return <PeopleStart session={session} campaign={campaign} address={people} start={own} />;
  return (
    <>
      <Alert severity="info" icon={<IconCopy size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        Copia de <b>{campaign.name}</b>: sin su audiencia y con las fechas por elegir.
      </Alert>
      <Wizard session={session} draftName={`campaign-create-from-${from}`} start={own} />
    </>
  );
}
