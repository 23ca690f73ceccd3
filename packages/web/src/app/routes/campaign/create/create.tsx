import { isExternalRole } from '@campanero/contract/roles';
import { useSearchParams } from 'react-router';
import { later } from '../../../../components/later.tsx';
import { PageHeader, PageSkeleton } from '../../../../components/page/page-header.tsx';
import { EMPTY_INFORMATION } from '../../../../features/campaigns/information-form.ts';
import { useInstallation } from '../../../../lib/installation.ts';
import { primaryOf } from '../../../../lib/can.ts';
import { idOf } from '../../../../lib/page.ts';
import { useSession } from '../../../../lib/session.ts';
import { EMPTY_START, Wizard } from './wizard.tsx';

const CloneStart = later(() => import('./clone-start.tsx').then((m) => m.CloneStart), <PageSkeleton />);
const TemplateStart = later(() => import('./template-start.tsx').then((m) => m.TemplateStart), <PageSkeleton />);

/** `/campaigns/create`; `?from=<id>` copies a campaign, with `people` also those whom the filters of its audience find. */
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
        <CloneStart key={from} session={session} from={from} people={address.has('people') ? address : undefined} />
      )}
    </>
  );
}
