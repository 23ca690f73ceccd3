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

/** Overdue callbacks, at the top of the pages where operators choose what to do next. */
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

/** The name under which contact-screen/queue/registration-queue.ts stores its queue. */
const QUEUE_DRAFT = 'registrations';

const QueueSender = lazy(() =>
  import('../../contact-screen/queue/queued-registrations.tsx').then((module) => ({ default: module.QueueSender })),
);

/** Sends queued registrations also after a reload on another page. Without any, their code is not loaded. */
export function PendingRegistrations() {
  const session = useSession();
  if (!session || !hasDraft(session.userId, QUEUE_DRAFT)) return null;
  return (
    <Suspense fallback={null}>
      <QueueSender />
    </Suspense>
  );
}

/** Takes the first contact of a campaign and opens its page. */
export function useCallingStart() {
  const navigate = useNavigate();
  return useStartCalling(({ campaignId, callId, number }) => void navigate(paths.contact(campaignId, callId, number)));
}
