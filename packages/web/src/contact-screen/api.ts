import { calls } from '@campanero/contract/calls/endpoints';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { CorrectionBody, HistoryEntry, RegisterBody } from '@campanero/contract/calls/schemas';
import { contacts } from '@campanero/contract/contacts/endpoints';
import type { CallDetail, Contact, detailBody } from '@campanero/contract/contacts/schemas';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { forgetHeld } from '../features/calls/held-calls.ts';
import type { PersonChange } from '../features/contacts/person-values.ts';
import { call } from '../lib/api.ts';
import { useAttemptKey } from '../lib/attempt-key.ts';
import { endpointKey } from '../lib/queries.ts';

export interface CallKey {
  campaignId: number;
  callId: number;
}
export interface ContactKey {
  callId: number;
  phone: string;
}

/** A call, the persons on its number and the campaigns that call it. */
export const contactQuery = ({ callId, phone }: ContactKey) =>
  queryOptions({
    queryKey: ['contacts', 'detail', callId, phone] as const,
    queryFn: ({ signal }) => call(contacts.detail, { params: { callId, phone } }, { signal }),
  });

/** All outcomes registered on a call, newest first. */
export const historyQuery = ({ campaignId, callId }: CallKey) =>
  queryOptions({
    queryKey: ['calls', 'history', callId] as const,
    queryFn: ({ signal }) => call(calls.history, { params: { id: campaignId, callId } }, { signal }),
  });

/** Fetches the contact again, whatever is in the cache. */
export function useFreshContact(key: ContactKey) {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...contactQuery(key), staleTime: 0 });
}

function invalidate(queryClient: QueryClient, queryKeys: readonly (readonly unknown[])[]): void {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
}

/** Updates the caches after a registration, from the form or from the queue. */
export function applyRegistration(queryClient: QueryClient, key: CallKey, entry: HistoryEntry): void {
  // Registering releases the hold.
  forgetHeld(key.callId);
  queryClient.setQueryData(
    historyQuery(key).queryKey,
    (old) => old && [entry, ...old.filter(({ id }) => id !== entry.id)],
  );
  invalidate(queryClient, [
    ['contacts', 'detail', key.callId],
    ['audience'],
    ['day'],
    ['callbacks'],
    endpointKey('campaigns', campaigns.list),
  ]);
}

/** Not optimistic: the screen shows the outcome only after the server's answer (rule screens/word-of-the-server). */
export function useRegisterCall(key: CallKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: RegisterBody; idempotencyKey: string }) =>
      call(calls.register, { params: { id: key.campaignId, callId: key.callId }, body }, { idempotencyKey }),
    // Offline it must fail at once, so that it goes to the visible queue instead of pausing.
    networkMode: 'always',
    onSuccess: (entry) => applyRegistration(queryClient, key, entry),
  });
}

export function useCorrectOutcome({ campaignId, callId }: CallKey) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ entryId, body }: { entryId: number; body: CorrectionBody }) =>
      call(
        calls.correct,
        { params: { id: campaignId, callId, entryId }, body },
        { idempotencyKey: keyFor(JSON.stringify([entryId, body])) },
      ),
    // Also after a refusal: somebody else may have corrected it.
    onSettled: () => {
      invalidate(queryClient, [['contacts', 'detail', callId], ['audience'], ['day'], ['callbacks']]);
      return queryClient.invalidateQueries({ queryKey: ['calls', 'history', callId] });
    },
  });
}

/** Assigns the call to another operator of the campaign, or to oneself. */
export function useReassignCall({ campaignId, callId }: CallKey) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ operatorId, from }: { operatorId: number; from: number | null }) =>
      call(
        calls.reassign,
        { params: { id: campaignId, callId, operatorId } },
        { idempotencyKey: keyFor(`${callId} ${from} ${operatorId}`) },
      ),
    // Also after a refusal: it usually means that the data on the screen are outdated.
    onSettled: () => {
      invalidate(queryClient, [['audience'], ['day']]);
      return queryClient.invalidateQueries({ queryKey: ['contacts', 'detail', callId] });
    },
  });
}

const leadOf = ({ lead }: Contact) => ({ lead: lead ? ('1' as const) : ('0' as const) });

/** Puts a saved person into the cached contact and fetches it again: the change may have blocked the number. */
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

/** The flag that says that the number is not this person's. */
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

/** Saves the observations of the call, and whether its number is invalid. */
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
