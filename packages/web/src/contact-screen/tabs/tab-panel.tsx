import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Box, Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import { CallHistory } from '../history/history.tsx';
import { NumberCampaigns } from './number-campaigns.tsx';
import { ObservationForm } from './observation-form.tsx';
import { PersonList } from '../people/person-list.tsx';
import type { ContactTab } from './tabs.tsx';
import type { ContactWork } from '../use-contact-work.ts';

// Loaded when their tab is opened: their search fields are large, and calling does not need them.
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
          <CallHistory
            callKey={work.callKey}
            mayCorrect={detail.mayCorrect}
            states={work.states}
            calendar={work.form.calendar}
          />
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
      return <NumberCampaigns campaigns={detail.campaigns} phone={detail.number} />;
    case 'operator':
      return (
        <Suspense fallback={formSkeleton}>
          <OperatorForm callKey={work.callKey} campaign={campaign} detail={detail} />
        </Suspense>
      );
  }
}
