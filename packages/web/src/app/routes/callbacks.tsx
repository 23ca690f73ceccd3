import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header.tsx';
import { callbacksQuery } from '../../features/callbacks/api/callbacks.ts';
import { countInWords } from '../../features/callbacks/callback-words.ts';
import { CallbackList } from '../../features/callbacks/components/callback-list.tsx';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../paths.ts';

/** What one promised, soonest first; a row opens the contact. */
export function CallbacksPage() {
  const now = useNow().getTime();
  const result = useQuery(callbacksQuery());
  const dates = result.data?.map(({ callbackAt }) => callbackAt);
  return (
    <>
      <PageHeader title="Mis rellamados" aside={dates && dates.length > 0 && countInWords(dates, now)} />
      <CallbackList
        result={result}
        now={now}
        linkTo={({ campaignId, callId, number }) => paths.contact(campaignId, callId, number)}
      />
    </>
  );
}
