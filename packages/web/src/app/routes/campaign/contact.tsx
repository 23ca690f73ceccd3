import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { usePrefetchQuery, type UsePrefetchQueryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type ContactKey, contactQuery, forgetErasedCall } from '../../../contact-screen/api.ts';
import { ContactScreen } from '../../../contact-screen/contact-screen.tsx';
import { useContactAhead } from '../../../contact-screen/next/next-contact.tsx';
import { QueuedRegistrations } from '../../../contact-screen/queue/registration-queue.tsx';
import { ContactSkeleton } from '../../../contact-screen/skeletons.tsx';
import { CONTACT_FAILED } from '../../../contact-screen/texts.ts';
import { useContactWork } from '../../../contact-screen/use-contact-work.ts';
import { campaignQuery } from '../../../features/campaigns/api.ts';
import { ApiError } from '../../../lib/errors.ts';
import { useAddressId, useCrumb, usePageTitle } from '../../../lib/page.ts';
import { OwnDay } from '../../operator/own-day.tsx';
import { paths } from '../../pages.ts';
import { NotFound, PageState } from '../page-state.tsx';

/** `/campaign/detail/{campaignId}/contact/{callId}/{phone}`: loads the campaign and the call; contact-screen/ shows them. */
export function ContactPage() {
  const { phone = '' } = useParams();
  const id = useAddressId('campaignId');
  const callId = useAddressId('callId');
  const campaign = useQuery(campaignQuery(id));
  usePrefetchQuery(contactQuery({ callId, phone }) as UsePrefetchQueryOptions<CallDetail>);
  // Deferred, so that input can interrupt the rendering of the large page.
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

const HELD_POLL_MS = 20_000;

function Contact({ campaign, callId, phone }: ContactKey & { campaign: CampaignDetail }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const contact = useQuery({
    ...contactQuery({ callId, phone }),
    refetchInterval: ({ state }) => (state.data?.heldBy ? HELD_POLL_MS : false),
  });
  const isForeign = contact.data !== undefined && contact.data.campaignId !== campaign.id;
  const detail = isForeign ? undefined : contact.data;
  const work = useContactWork({
    campaign,
    callId,
    phone,
    detail,
    firstTab: search.get('redirected') === 'true' ? 'campaigns' : 'contacts',
    onNext: (next) => void navigate(paths.contact(next.campaignId, next.callId, next.number)),
    onLost: () => void contact.refetch(),
  });
  useContactAhead(campaign.id, work.next);
  const { error } = contact;
  const isErased = error instanceof ApiError && error.code === 'CALL_ERASED';
  const isGone = isErased || (error instanceof ApiError && error.status === 404);
  // CALL_ERASED drops local drafts too; any other 404 keeps them.
  useEffect(() => forgetErasedCall(callId, error), [callId, error]);
  if (isForeign || isGone || (error instanceof ApiError && error.status === 400 && !detail))
    return <NotFound what="contact" campaignId={campaign.id} isErased={isErased} />;
  if (error && !detail) return <PageState query={contact} failed={CONTACT_FAILED} />;
  return <ContactScreen campaign={campaign} detail={detail} phone={phone} work={work} />;
}
