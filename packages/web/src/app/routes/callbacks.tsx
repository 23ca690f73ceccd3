import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page-header.tsx';
import { callbacksQuery } from '../../features/callbacks/api/callbacks.ts';
import { countInWords } from '../../features/callbacks/callback-words.ts';
import { CallbackFilters } from '../../features/callbacks/components/callback-filters.tsx';
import { CallbackList } from '../../features/callbacks/components/callback-list.tsx';
import { useCallbackList } from '../../features/callbacks/use-callback-list.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../paths.ts';

/** What one promised, soonest first; a row opens the contact. */
export function CallbacksPage() {
  const now = useNow().getTime();
  const result = useQuery(callbacksQuery());
  const list = useCallbackList(result.data);
  const count = result.data?.length ?? 0;
  return (
    <>
      <PageHeader
        title="Mis rellamados"
        aside={count > 0 && countInWords(count)}
        action={count > 0 && <CallbackFilters list={list} />}
      />
      <CallbackList
        result={result}
        list={list}
        now={now}
        linkTo={({ campaignId, callId, number }) => paths.contact(campaignId, callId, number)}
      />
    </>
  );
}
