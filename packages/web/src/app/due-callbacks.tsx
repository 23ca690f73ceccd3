import { useQuery } from '@tanstack/react-query';
import { callbacksQuery } from '../features/callbacks/api/callbacks.ts';
import { DueBanner } from '../features/callbacks/components/due-banner.tsx';
import { useNow } from '../lib/use-now.ts';
import { paths } from './pages.ts';

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
