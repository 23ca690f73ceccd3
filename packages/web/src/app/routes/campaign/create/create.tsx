import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isExternalRole } from '@campanero/contract/roles';
import { Alert } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { IconCopy } from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { PageHeader, PageSkeleton } from '../../../../components/page/page-header.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { EMPTY_INFORMATION, informationOf } from '../../../../features/campaigns/information-form.ts';
import { useInstallation } from '../../../../lib/installation.ts';
import { primaryOf } from '../../../../lib/can.ts';
import { download } from '../../../../lib/files.ts';
import { idOf } from '../../../../lib/page.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { type StoredSession, useSession } from '../../../../lib/session.ts';
import { PageState } from '../../page-state.tsx';
import { EMPTY_START, Wizard, type WizardStart } from './wizard.tsx';

const TemplateStart = later(() => import('./template-start.tsx').then((m) => m.TemplateStart), <PageSkeleton />);

/** `/campaigns/create`; `?from=<id>` copies a campaign. */
export function CampaignCreatePage() {
  const session = useSession();
  const [address] = useSearchParams();
  const from = idOf(address.get('from'));
  const { districtId } = useInstallation();
  if (!session) return null;
  const external = isExternalRole(primaryOf(session));
  const template = address.get('template');
  const place = { ...EMPTY_START.place, districtId: districtId ?? '' };
  const start = { ...EMPTY_START, place, information: { ...EMPTY_INFORMATION, external } };
  return (
    <>
      <PageHeader title="Crear campaña" />
      {template ? (
        <TemplateStart key={template} session={session} name={template} start={start} />
      ) : from === undefined ? (
        <Wizard session={session} draftName="campaign-create" start={start} />
      ) : (
        <CloneStart key={from} session={session} from={from} />
      )}
    </>
  );
}

/** A copied script is handled as a chosen file. */
async function scriptFile({ link, originalName, contentType }: CampaignDetail['scripts'][number], signal: AbortSignal) {
  return new File([await download(link, signal)], originalName, { type: contentType, lastModified: 0 });
}

/** All but the audience and the dates. */
const cloneQuery = (from: number) =>
  queryOptions({
    queryKey: ['campaigns', 'clone', from],
    queryFn: async ({ signal }): Promise<{ name: string; start: WizardStart }> => {
      const campaign = await queryClient.fetchQuery(campaignQuery(from));
      return {
        name: campaign.name,
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
          files: await Promise.all(campaign.scripts.map((script) => scriptFile(script, signal))),
        },
      };
    },
    // Later changes of the original are ignored.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

function CloneStart({ session, from }: { session: StoredSession; from: number }) {
  const clone = useQuery(cloneQuery(from));
  if (clone.isError || !clone.data) return <PageState query={clone} isPart />;
  const { start, name } = clone.data;
  // External coordinators create external campaigns only: an internal team is not copied.
  const isForeign = isExternalRole(primaryOf(session)) && !start.information.external;
  const information = isForeign
    ? { ...start.information, external: true, coordinatedBy: null, operators: [] }
    : start.information;
  return (
    <>
      <Alert severity="info" icon={<IconCopy size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        Copia de <b>{name}</b>: sin su audiencia y con las fechas por elegir.
      </Alert>
      <Wizard session={session} draftName={`campaign-create-from-${from}`} start={{ ...start, information }} />
    </>
  );
}
