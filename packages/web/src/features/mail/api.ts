import { mail, mailQuery as listQuery } from '@campanero/contract/mail/endpoints';
import { id, flag } from '@campanero/contract/shared/paging';
import { z } from 'zod';
import { defineList } from '../../components/list/define-list.ts';
import { filterForm } from '../../components/list/filters.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Fits beside a message without scrolling. */
const PAGE_SIZE = 8;

/** The address also holds the open message. */
export const useMailList = defineList({
  address: listQuery.extend({ mail: id.optional() }),
  ask: ({ pageNumber, general, unread }) => {
    const query = { pageNumber, pageSize: PAGE_SIZE, general, ...(unread && { unread: '1' as const }) };
    return endpointQuery('mail', mail.list, { query });
  },
  pageSize: PAGE_SIZE,
  filters: filterForm(z.object({ unread: flag.optional() })),
});
export type MailListState = ReturnType<typeof useMailList>;

export const mailQuery = (mailId: number) => endpointQuery('mail', mail.get, { params: { id: mailId } });

export const unreadQuery = () => endpointQuery('mail', mail.unread, undefined, { read: ({ unread }) => unread });

export const useMarkMail = () =>
  useEndpointMutation(mail.read, {
    onSuccess: (_answer, { params, query }) =>
      queryClient.setQueryData(
        mailQuery(Number(params.id)).queryKey,
        (old) => old && { ...old, read: query.read === '1' },
      ),
    changes: [endpointKey('mail', mail.unread)],
    refetches: [endpointKey('mail', mail.list)],
  });
