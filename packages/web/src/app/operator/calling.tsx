import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { callbacksQuery } from '../../features/callbacks/callbacks.ts';
import { DueBanner } from '../../features/callbacks/due-banner.tsx';
import { useStartCalling } from '../../features/calls/start-calling.tsx';
import { useNow } from '../../lib/clock.ts';
import { hasDraft } from '../../lib/draft.ts';
import { useSession } from '../../lib/session.ts';
import { paths } from '../pages.ts';

/** Promises that are late, above the pages where an operator decides what to do next. */
export function DueCallbacks() {
  const { data } = useQuery(callbacksQuery());
  const now = useNow().getTime();
  if (!data) return null;
  return (
    <DueBanner
      callbacks={data}
      now={now}
      linkTo={({ campaignId, callId, number }) => paths.contact(campaignId, callId, number)}
    />
  );
}

/** Under this name registrations wait for the connection (contact-screen/queue/registration-queue.ts). */
const QUEUE_DRAFT = 'registrations';

const QueueSender = lazy(() =>
  import('../../contact-screen/queue/queued-registrations.tsx').then((module) => ({ default: module.QueueSender })),
);

/** The page of the contact that an outcome is about. */
export const contactOf = ({ campaignId, callId, number }: { campaignId: number; callId: number; number: string }) =>
  paths.contact(campaignId, callId, number);

/** Outcomes that met no connection leave also after a reload on some other page. Without any, nothing is loaded. */
export function PendingRegistrations() {
  const session = useSession();
  if (!session || !hasDraft(session.userId, QUEUE_DRAFT)) return null;
  return (
    <Suspense fallback={null}>
      <QueueSender linkTo={contactOf} />
    </Suspense>
  );
}

/** The way to begin, from any page: the first contact of a campaign, and its page. */
export function useCallingStart() {
  const navigate = useNavigate();
  return useStartCalling(({ campaignId, callId, number }) => void navigate(paths.contact(campaignId, callId, number)));
}
