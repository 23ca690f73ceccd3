import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useState } from 'react';
import { CallHistory } from '../history/history.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { NumberCampaigns } from './number-campaigns.tsx';
import { ObservationForm } from './observation-form.tsx';
import { PersonList } from '../people/person-list.tsx';
import { useSession } from '../../lib/session.ts';
import { paths } from '../../app/pages.ts';
import type { ContactTab } from './tabs.tsx';
import type { ContactWork } from '../use-contact-work.ts';

// The forms bring search fields along that the loop of calling does not need: they come when their tab is opened.
const PersonInformation = lazy(() =>
  import('../people/person-form.tsx').then((module) => ({ default: module.PersonInformation })),
);
const OperatorForm = lazy(() => import('./operator-form.tsx').then((module) => ({ default: module.OperatorForm })));
const formSkeleton = (
  <Box sx={{ p: 4 }}>
    <Skeleton height={240} />
  </Box>
);

interface ContactPanelProps {
  tab: ContactTab;
  campaign: CampaignDetail;
  detail: CallDetail;
  work: ContactWork;
}

export function ContactPanel({ tab, campaign, detail, work }: ContactPanelProps) {
  const contactKey = { callId: detail.callId, phone: detail.number };
  switch (tab) {
    case 'contacts':
      return (
        <>
          <PersonList contactKey={contactKey} detail={detail} />
          <History detail={detail} work={work} />
        </>
      );
    case 'information':
      return (
        <Suspense fallback={formSkeleton}>
          <PersonInformation contactKey={contactKey} detail={detail} />
        </Suspense>
      );
    case 'observation':
      return <ObservationForm contactKey={contactKey} detail={detail} isClosed={isClosed(campaign)} />;
    case 'campaigns':
      return (
        <NumberCampaigns
          campaigns={detail.campaigns}
          phone={detail.number}
          renderStatus={({ status }) => <StatusChip status={status} />}
          linkTo={(campaignId, callId) => `${paths.contact(campaignId, callId, detail.number)}?redirected=true`}
        />
      );
    case 'operator':
      return (
        <Suspense fallback={formSkeleton}>
          <Operator campaign={campaign} detail={detail} work={work} />
        </Suspense>
      );
  }
}

const CorrectionDialog = lazy(() =>
  import('../correct/correction-dialog.tsx').then((module) => ({
    default: module.CorrectionDialog,
  })),
);

function History({ detail, work }: Pick<ContactPanelProps, 'detail' | 'work'>) {
  const [corrected, setCorrected] = useState<HistoryEntry>();
  return (
    <>
      <CallHistory callKey={work.callKey} onCorrect={detail.mayCorrect ? setCorrected : undefined} />
      {corrected && (
        <Suspense fallback={null}>
          <CorrectionDialog
            {...work.callKey}
            entry={corrected}
            states={work.states}
            calendar={work.form.calendar}
            onClose={() => setCorrected(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function Operator({ campaign, detail, work }: Omit<ContactPanelProps, 'tab'>) {
  const session = useSession();
  const self = session ? [{ id: session.userId, name: session.name }] : [];
  const { operator, mayReassignTo } = detail;
  return (
    <OperatorForm
      callKey={work.callKey}
      current={operator}
      choices={mayReassignTo === 'operators' ? campaign.validOperators : self}
      isClosed={mayReassignTo === null}
    />
  );
}
