import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Paper } from '@mui/material';
import { usePrefetchQuery, type UsePrefetchQueryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ErrorState } from '../../../components/page/messages.tsx';
import { contactQuery, forgetErasedCall } from '../../../contact-screen/api.ts';
import { ContactScreen } from '../../../contact-screen/contact-screen.tsx';
import { useContactAhead } from '../../../contact-screen/next/next-contact.tsx';
import { QueuedRegistrations } from '../../../contact-screen/queue/queued-registrations.tsx';
import { ContactSkeleton } from '../../../contact-screen/skeletons.tsx';
import { CONTACT_FAILED } from '../../../contact-screen/texts.ts';
import { useContactWork } from '../../../contact-screen/use-contact-work.ts';
import { campaignQuery } from '../../../features/campaigns/api.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { useAddressId, useCrumb, usePageTitle } from '../../../lib/page.ts';
import { OwnDay } from '../../operator/own-day.tsx';
import { paths } from '../../pages.ts';
import { NotFound } from '../not-found.tsx';
import { PageState } from '../page-state.tsx';

interface ContactAddress {
  callId: number;
  phone: string;
}

/** `/campaign/detail/{campaignId}/contact/{callId}/{phone}`: loads the campaign and the call; contact-screen/ shows them. */
export function ContactPage() {
  const { phone = '' } = useParams();
  const id = useAddressId('campaignId');
  const callId = useAddressId('callId');
  const campaign = useQuery(campaignQuery(id));
  // Fetched in parallel with the campaign.
  usePrefetchQuery(contactQuery({ callId, phone }) as UsePrefetchQueryOptions<CallDetail>);
  // Rendering the large page can be interrupted by input.
  const shown = useDeferredValue(campaign.data);
  usePageTitle(`Contacto ${formatPhone(phone)}`);
  useCrumb(campaign.data && `${id} · ${campaign.data.name}`, paths.campaignDetail(id));
  return (
    <>
      <OwnDay />
      <QueuedRegistrations />
      {shown?.id === id ? (
        <Contact campaign={shown} callId={callId} phone={phone} />
      ) : campaign.isError ? (
        <PageState query={campaign} of="campaign" />
      ) : (
        <ContactSkeleton callId={callId} phone={phone} />
      )}
    </>
  );
}

/** While somebody else holds the call. */
const HELD_POLL_MS = 20_000;

function Contact({ campaign, callId, phone }: ContactAddress & { campaign: CampaignDetail }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const contact = useQuery({
    ...contactQuery({ callId, phone }),
    refetchInterval: ({ state }) => (state.data?.heldBy ? HELD_POLL_MS : false),
  });
  // The call belongs to another campaign than the address says.
  const isForeign = contact.data !== undefined && contact.data.campaignId !== campaign.id;
  const detail = isForeign ? undefined : contact.data;
  const work = useContactWork({
    campaign,
    callId,
    phone,
    detail,
    firstTab: search.get('redirected') === 'true' ? 'campaigns' : 'contacts',
    onNext: (next) => void navigate(paths.contact(campaign.id, next.callId, next.number)),
    onLost: () => void contact.refetch(),
  });
  useContactAhead(campaign.id, work.next);
  const { error } = contact;
  const isGone = error instanceof ApiError && (error.status === 404 || error.code === 'CALL_ERASED');
  // The person may have been erased while this browser was offline: then the drafts go too. Any other 404 keeps them.
  const isErased = error instanceof ApiError && error.code === 'CALL_ERASED';
  useEffect(() => forgetErasedCall(callId, error), [callId, error]);
  if (isForeign || (error && !detail) || isGone)
    return (
      <ContactFailed
        isAbsent={isForeign || isGone || (error instanceof ApiError && error.status === 400)}
        isErased={isErased}
        message={errorText(error, CONTACT_FAILED)}
        campaignId={campaign.id}
        onRetry={() => void contact.refetch()}
      />
    );
  return <ContactScreen campaign={campaign} detail={detail} phone={phone} work={work} />;
}

interface ContactFailedProps {
  isAbsent: boolean;
  isErased: boolean;
  message: string;
  campaignId: number;
  onRetry: () => void;
}

function ContactFailed({ isAbsent, isErased, message, campaignId, onRetry }: ContactFailedProps) {
  if (isAbsent) return <NotFound what="contact" campaignId={campaignId} isErased={isErased} />;
  return (
    <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
      <ErrorState message={message} onRetry={onRetry} />
    </Paper>
  );
}
