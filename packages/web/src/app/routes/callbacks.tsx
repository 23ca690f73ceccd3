import { PageHeader } from '../../components/page/page-header.tsx';
import { CallbackFilters, CallbackList, useCallbackList } from '../../features/callbacks/callback-list.tsx';
import { countInWords } from '../../features/callbacks/callbacks.ts';
import { useNow } from '../../lib/clock.ts';
import { contactLink } from '../pages.ts';

export function CallbacksPage() {
  const now = useNow().getTime();
  const list = useCallbackList();
  const count = list.result.data?.all.length ?? 0;
  return (
    <>
      <PageHeader
        title="Mis rellamados"
        aside={count > 0 && countInWords(count)}
        action={count > 0 && <CallbackFilters list={list} />}
      />
      <CallbackList list={list} now={now} linkTo={contactLink} />
    </>
  );
}
