import { mail } from '@campanero/contract/mail/endpoints';
import { mailQuery as listQuery, type MailMessage } from '@campanero/contract/mail/schemas';
import { id, flag } from '@campanero/contract/shared/paging';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { defineList } from '../../components/list/define-list.ts';
import { filterForm } from '../../components/list/filters.ts';
import { call } from '../../lib/api.ts';

/** As many as stand beside a message without scrolling. */
const PAGE_SIZE = 8;

/** The messages; the address also says which of them is open. */
export const useMailList = defineList({
  address: listQuery.extend({ mail: id.optional() }),
  ask: ({ pageNumber, general, unread }) => {
    const query = { pageNumber, pageSize: PAGE_SIZE, general, ...(unread && { unread: '1' as const }) };
    return queryOptions({
      queryKey: ['mail', 'list', query] as const,
      queryFn: ({ signal }) => call(mail.list, { query }, { signal }),
    });
  },
  pageSize: PAGE_SIZE,
  filters: filterForm(z.object({ unread: flag.optional() })),
});
export type MailListState = ReturnType<typeof useMailList>;

export const mailQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['mail', 'one', mailId] as const,
    queryFn: ({ signal }) => call(mail.get, { params: { id: mailId } }, { signal }),
  });

/** Asked when the user menu opens, never on its own. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ['mail', 'unread'] as const,
    queryFn: async ({ signal }) => (await call(mail.unread, undefined, { signal })).unread,
  });

/** Marks one message as read or as not read; the list and the counts follow. */
export function useMarkMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ mailId, read }: { mailId: number; read: boolean }) =>
      call(mail.read, { params: { id: mailId }, query: { read: read ? '1' : '0' } }),
    onSuccess: (_answer, { mailId, read }) => {
      queryClient.setQueryData<MailMessage>(mailQuery(mailId).queryKey, (old) => old && { ...old, read });
      void queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey });
      return queryClient.invalidateQueries({ queryKey: ['mail', 'list'] });
    },
  });
}
