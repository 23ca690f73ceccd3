import { contacts } from '@campanero/contract/contacts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export interface ContactKey {
  callId: number;
  phone: string;
}

/** A call, the persons on its number and the campaigns that ring it. */
export const contactQuery = ({ callId, phone }: ContactKey) =>
  queryOptions({
    queryKey: ['contacts', 'detail', callId, phone] as const,
    queryFn: ({ signal }) => call(contacts.detail, { params: { callId, phone } }, { signal }),
  });
