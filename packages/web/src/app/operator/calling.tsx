import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { later } from '../../components/later.tsx';
import { callbacksQuery } from '../../features/callbacks/callbacks.ts';
import { DueBanner } from '../../features/callbacks/due-banner.tsx';
import { useStartCalling } from '../../features/calls/start-calling.tsx';
import { useNow } from '../../lib/clock.ts';
import { hasDraft } from '../../lib/draft.ts';
import { useSession } from '../../lib/session.ts';
import { contactLink } from '../pages.ts';

/** Overdue callbacks, above the lists of operators. */
export function DueCallbacks() {
  const { data = [] } = useQuery(callbacksQuery());
  return <DueBanner callbacks={data} now={useNow().getTime()} linkTo={contactLink} />;
}

/** The name under which contact-screen/queue/registration-queue.tsx stores its queue. */
const QUEUE_DRAFT = 'registrations';

const QueueSender = later(async () => (await import('../../contact-screen/queue/registration-queue.tsx')).QueueSender);

/** Sends queued registrations also after a reload on another page. Without any, their code is not loaded. */
export function PendingRegistrations() {
  const session = useSession();
  return session && hasDraft(session.userId, QUEUE_DRAFT) && <QueueSender />;
}

export function useCallingStart() {
  const navigate = useNavigate();
  return useStartCalling((call) => void navigate(contactLink(call)));
}
