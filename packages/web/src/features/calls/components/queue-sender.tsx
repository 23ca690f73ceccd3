import { useQueueSender } from './queued-registrations.tsx';

/** Nothing to see: it only sends. */
export function QueueSender() {
  useQueueSender();
  return null;
}
