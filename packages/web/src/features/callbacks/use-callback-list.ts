import { id, pagingQuery } from '@campanero/contract/shared/paging';
import { fold } from '@campanero/contract/shared/text';
import { useCallback, useMemo } from 'react';
import { useLastPage } from '../../components/data-table/use-last-page.ts';
import { useListAddress } from '../../components/data-table/use-list-address.ts';
import type { Callback } from './api/callbacks.ts';

const PAGE_SIZE = 50;
const address = pagingQuery(['callbackAt'])
  .pick({ pageNumber: true, general: true })
  .extend({ campaignId: id.optional() });

/** The whole list is here already, so it is searched and its pages are cut on the spot; the address remembers how (UX-09). */
export function useCallbackList(callbacks: readonly Callback[] | undefined) {
  const { query, change } = useListAddress(address);
  const { general: search = '', campaignId } = query;
  const matching = useMemo(
    () => callbacks?.filter((callback) => isOf(callback, campaignId) && holds(callback, search)),
    [callbacks, campaignId, search],
  );
  const campaigns = useMemo(
    () => new Map(callbacks?.map((callback) => [callback.campaignId, callback.campaignName])),
    [callbacks],
  );
  const paging = {
    page: query.pageNumber,
    size: PAGE_SIZE,
    sizes: [PAGE_SIZE],
    total: matching?.length,
    onPage: useCallback((page: number) => change({ pageNumber: page }), [change]),
    onSize: () => undefined,
  };
  useLastPage(paging);
  return {
    matching,
    shown: matching?.slice(paging.page * PAGE_SIZE, (paging.page + 1) * PAGE_SIZE) ?? [],
    paging,
    search,
    onSearch: (typed: string) => change({ general: typed || undefined }, { replace: search !== '' }),
    campaigns,
    campaignId,
    onCampaign: (chosen: number | undefined) => change({ campaignId: chosen }),
    onClear: () => change({ general: undefined, campaignId: undefined }),
  };
}
export type CallbackListState = ReturnType<typeof useCallbackList>;

const isOf = (callback: Callback, campaignId: number | undefined) =>
  campaignId === undefined || callback.campaignId === campaignId;

/** Digits look at the number, words at the person. */
function holds({ number, name }: Callback, typed: string): boolean {
  const digits = typed.replaceAll(/[\s().+-]/g, '');
  if (/^\d+$/.test(digits)) return number.includes(digits);
  return fold(name).includes(fold(typed));
}
