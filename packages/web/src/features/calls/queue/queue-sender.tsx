import { type QueuedRegistrationsProps, useQueueSender } from './queued-registrations.tsx';

/** Nothing to see: it only sends. */
export function QueueSender({ linkTo }: QueuedRegistrationsProps) {
  useQueueSender({ linkTo });
  return null;
}
