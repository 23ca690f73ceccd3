import { isExternalRole } from '@campanero/contract/roles';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { EMPTY_INFORMATION } from '../../../features/campaigns/information-form.ts';
import { primaryOf } from '../../../lib/can.ts';
import { idOf } from '../../../lib/page.ts';
import { useSession } from '../../../lib/session.ts';
import { CloneStart } from './clone-start.tsx';
import { EMPTY_START } from './use-wizard.ts';
import { Wizard } from './wizard.tsx';

/** `/campaigns/create`; with `?from=<id>` the wizard opens filled in from another campaign. */
export function CampaignCreatePage() {
  const session = useSession();
  const [address] = useSearchParams();
  const from = idOf(address.get('from'));
  if (!session) return null;
  const external = isExternalRole(primaryOf(session));
  const start = { ...EMPTY_START, information: { ...EMPTY_INFORMATION, external } };
  return (
    <>
      <PageHeader title="Crear campaña" />
      {from === undefined ? (
        <Wizard session={session} draftName="campaign-create" start={start} />
      ) : (
        <CloneStart key={from} session={session} from={from} />
      )}
    </>
  );
}
