import { lazy, Suspense } from 'react';
import { hasDraft } from '../lib/draft.ts';
import { useSession } from '../lib/session.ts';
import { paths } from './pages.ts';

/** Under this name registrations wait for the connection (features/calls/registration-queue.ts). */
const QUEUE_DRAFT = 'registrations';

const QueueSender = lazy(() =>
  import('../features/calls/components/queue-sender.tsx').then((module) => ({ default: module.QueueSender })),
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
