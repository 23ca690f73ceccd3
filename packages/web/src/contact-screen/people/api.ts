import { contacts } from '@campanero/contract/contacts/endpoints';
import type { CallDetail, Contact, detailBody } from '@campanero/contract/contacts/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { PersonChange } from '../../features/contacts/person-values.ts';
import { call } from '../../lib/api.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';

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

/** Asks the server what is saved now. */
export function useFreshContact(key: ContactKey) {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...contactQuery(key), staleTime: 0 });
}

const leadOf = ({ lead }: Contact) => ({ lead: lead ? ('1' as const) : ('0' as const) });

/** Puts the server's word about one person in their place, and asks anew what else it changed: whether the number is blocked. */
function useTakePerson(key: ContactKey) {
  const queryClient = useQueryClient();
  return (saved: Partial<Contact> & { id: number }) => {
    const { queryKey } = contactQuery(key);
    queryClient.setQueryData(
      queryKey,
      (old): CallDetail | undefined =>
        old && {
          ...old,
          contacts: old.contacts.map((person) => (person.id === saved.id ? { ...person, ...saved } : person)),
        },
    );
    return queryClient.invalidateQueries({ queryKey });
  };
}

/** Saves a person's data or flags. */
export function useSavePerson(key: ContactKey) {
  const takePerson = useTakePerson(key);
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ person, change }: { person: Contact; change: PersonChange }) =>
      call(
        contacts.savePerson,
        { params: { personId: person.id }, query: leadOf(person), body: change },
        { idempotencyKey: keyFor(JSON.stringify([person.id, change])) },
      ),
    onSuccess: (saved) => void takePerson(saved),
  });
}

/** Whether the number is that person's at all: the one flag that belongs to both. */
export function useMarkWrong(key: ContactKey) {
  const takePerson = useTakePerson(key);
  return useMutation({
    mutationFn: ({ person, wrong }: { person: Contact; wrong: boolean }) =>
      call(contacts.markWrong, {
        params: { personId: person.id, wrong: wrong ? '1' : '0' },
        query: leadOf(person),
        body: { phone: key.phone },
      }),
    onSuccess: (saved) => void takePerson(saved),
  });
}

/** Observations of the call, and whether its number exists at all. */
export function useSaveDetail(key: ContactKey) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: (body: z.input<typeof detailBody>) =>
      call(contacts.saveDetail, { params: key, body }, { idempotencyKey: keyFor(JSON.stringify(body)) }),
    onSuccess: ({ observations, invalid, operatorCallData, version }) => {
      const { queryKey } = contactQuery(key);
      queryClient.setQueryData(
        queryKey,
        (old): CallDetail | undefined => old && { ...old, ...operatorCallData, observations, invalid, version },
      );
      void queryClient.invalidateQueries({ queryKey: ['audience'] });
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}
