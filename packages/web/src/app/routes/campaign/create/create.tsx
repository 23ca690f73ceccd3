import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isExternalRole } from '@campanero/contract/roles';
import Alert from '@mui/material/Alert';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { IconCopy } from '../../../../components/icons.ts';
import { ErrorState, LIST_FAILED } from '../../../../components/page/messages.tsx';
import { PageHeader, PageSkeleton } from '../../../../components/page/page-header.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { EMPTY_INFORMATION, informationOf } from '../../../../features/campaigns/information-form.ts';
import {
  CAMPAIGN_TEMPLATES,
  informationOfTemplate,
  scriptOfTemplate,
} from '../../../../features/campaigns/templates.ts';
import { objectivesQuery } from '../../../../features/lookups/api.ts';
import { now as serverTime } from '../../../../lib/clock.ts';
import { useInstallation } from '../../../../lib/installation.ts';
import { primaryOf } from '../../../../lib/can.ts';
import { errorText } from '../../../../lib/errors.ts';
import { download } from '../../../../lib/files.ts';
import { idOf } from '../../../../lib/page.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { type StoredSession, useSession } from '../../../../lib/session.ts';
import { EMPTY_START, type WizardStart } from './use-wizard.ts';
import { Wizard } from './wizard.tsx';

/** `/campaigns/create`; with `?from=<id>` the wizard opens filled in from another campaign. */
export function CampaignCreatePage() {
  const session = useSession();
  const [address] = useSearchParams();
  const from = idOf(address.get('from'));
  const { districtId } = useInstallation();
  if (!session) return null;
  const external = isExternalRole(primaryOf(session));
  const template = CAMPAIGN_TEMPLATES.find(({ id }) => id === address.get('template'));
  const place = { ...EMPTY_START.place, districtId: districtId ?? '' };
  const start = { ...EMPTY_START, place, information: { ...EMPTY_INFORMATION, external } };
  return (
    <>
      <PageHeader title="Crear campaña" />
      {template ? (
        <TemplateStart key={template.id} session={session} template={template} start={start} />
      ) : from === undefined ? (
        <Wizard session={session} draftName="campaign-create" start={start} />
      ) : (
        <CloneStart key={from} session={session} from={from} />
      )}
    </>
  );
}

interface TemplateStartProps {
  session: StoredSession;
  template: (typeof CAMPAIGN_TEMPLATES)[number];
  start: WizardStart;
}

/** Everything but the people is filled in; all of it can be changed. */
function TemplateStart({ session, template, start }: TemplateStartProps) {
  const objectives = useQuery(objectivesQuery());
  const [files] = useState(() => [scriptOfTemplate(template)]);
  const [now] = useState(() => new Date(serverTime()));
  if (objectives.isError)
    return <ErrorState message={errorText(objectives.error, LIST_FAILED)} onRetry={() => void objectives.refetch()} />;
  if (!objectives.data) return <PageSkeleton />;
  const { external } = start.information;
  const information = { ...informationOfTemplate(template, objectives.data, now), external };
  return (
    <>
      <Alert severity="info" icon={<IconCopy size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        De la plantilla <b>{template.name}</b>: elija coordinador y operadores, y cambie lo que haga falta.
      </Alert>
      <Wizard
        session={session}
        draftName={`campaign-create-template-${template.id}`}
        start={{ ...start, information, files }}
      />
    </>
  );
}

/** A copied script is a file like one that was just chosen. */
async function scriptFile({ link, originalName, contentType }: CampaignDetail['scripts'][number], signal: AbortSignal) {
  return new File([await download(link, signal)], originalName, { type: contentType, lastModified: 0 });
}

/** What the copy begins with: everything but the audience, and the dates, which belong to the old one. */
const cloneQuery = (from: number) =>
  queryOptions({
    queryKey: ['campaigns', 'clone', from] as const,
    queryFn: async ({ signal }): Promise<{ name: string; start: WizardStart }> => {
      const campaign = await queryClient.fetchQuery(campaignQuery(from));
      return {
        name: campaign.name,
        start: {
          information: {
            ...informationOf(campaign),
            name: `${campaign.name} (copia)`,
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
    // The copy is made once: what was changed in the original since is not the copy's affair.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

function CloneStart({ session, from }: { session: StoredSession; from: number }) {
  const clone = useQuery(cloneQuery(from));
  if (clone.isError)
    return <ErrorState message={errorText(clone.error, LIST_FAILED)} onRetry={() => void clone.refetch()} />;
  if (!clone.data) return <PageSkeleton />;
  const { start, name } = clone.data;
  // Whoever works on the external side only makes external campaigns: an internal team cannot come along.
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
