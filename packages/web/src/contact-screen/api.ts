import { calls } from '@campanero/contract/calls/endpoints';
import type { HistoryEntry, RegisterBody } from '@campanero/contract/calls/schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { contacts } from '@campanero/contract/contacts/endpoints';
import type { Contact } from '@campanero/contract/contacts/schemas';
import { interviews } from '@campanero/contract/surveys/interview-endpoints';
import type { InterviewBody } from '@campanero/contract/surveys/schemas';
import { skipToken } from '@tanstack/react-query';
import { forgetHeld } from '../features/calls/held-calls.ts';
import type { PersonChange } from '../features/contacts/person-fields.tsx';
import { call } from '../lib/api.ts';
import { useChange, useEndpointMutation } from '../lib/changes.ts';
import { forgetErased } from '../lib/draft.ts';
import { ApiError } from '../lib/errors.ts';
import { endpointKey, endpointQuery, invalidate } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';

export type CallKey = { campaignId: number; callId: number };
export type ContactKey = { callId: number; phone: string };

const contactScope = (callId: number) => ['contacts', 'detail', callId] as const;
const historyScope = (callId: number) => ['calls', 'history', callId] as const;
/** Each telephone call tells which registration took it. */
export const phoneScope = (callId: number) => ['phone', callId] as const;

export const contactQuery = ({ callId, phone }: ContactKey) =>
  endpointQuery(contactScope(callId), contacts.detail, { params: { callId, phone } });

export const historyQuery = ({ campaignId, callId }: CallKey) =>
  endpointQuery(historyScope(callId), calls.history, { params: { id: campaignId, callId } });

const interviewScope = (callId: number) => ['calls', 'interview', callId] as const;

/** What was answered so far; nothing is asked for in a campaign without a survey. */
export const interviewQuery = ({ campaignId, callId }: CallKey, isAsked: boolean) =>
  endpointQuery(
    interviewScope(callId),
    interviews.interview,
    isAsked ? { params: { id: campaignId, callId } } : skipToken,
  );

/** The questionnaire of the campaign is another one, or its version is gone. */
export const reloadSurvey = () => void invalidate('campaigns', 'surveys');

/** Drops what was typed about a call whose person was erased meanwhile. */
export function forgetErasedCall(callId: number, error: unknown): void {
  if (error instanceof ApiError && error.code === 'CALL_ERASED') forgetErased({ callIds: [callId], personIds: [] });
}

/** Updates the caches after a registration, from the form or from the queue. */
export function applyRegistration(key: CallKey, entry: HistoryEntry, sent?: InterviewBody | null): void {
  // Registering releases the hold.
  forgetHeld(key.callId);
  queryClient.setQueryData(
    historyQuery(key).queryKey,
    (old) => old && [entry, ...old.filter(({ id }) => id !== entry.id)],
  );
  if (sent) answersSaved(key, sent);
  void invalidate(
    contactScope(key.callId),
    interviewScope(key.callId),
    phoneScope(key.callId),
    'audience',
    'day',
    'callbacks',
    endpointKey('campaigns', campaigns.list),
  );
}

/** What was sent is stored now: the questionnaire does not fall back while it is read again. */
function answersSaved(key: CallKey, { answers }: InterviewBody): void {
  const isSent = (questionId: number) => answers.some((each) => each.questionId === questionId);
  queryClient.setQueryData(
    interviewQuery(key, true).queryKey,
    (old) => old && { ...old, answers: [...old.answers.filter((each) => !isSent(each.questionId)), ...answers] },
  );
}

/** Not optimistic: the screen shows the outcome only after the server's answer (rule screens/no-success-before-the-server). */
export const useRegisterCall = (key: CallKey) =>
  useChange(
    ({ body, idempotencyKey }: { body: RegisterBody; idempotencyKey: string }) =>
      call(calls.register, { params: { id: key.campaignId, callId: key.callId }, body }, { idempotencyKey }),
    {
      // Offline it must fail at once, so that it goes to the visible queue instead of pausing.
      networkMode: 'always',
      onSuccess: (entry, { body }) => applyRegistration(key, entry, body.interview),
    },
  );

export const useCorrectOutcome = (callId: number) =>
  useEndpointMutation(calls.correct, {
    isRepeatable: true,
    changes: [contactScope(callId), 'audience', 'day', 'callbacks'],
    refetches: [historyScope(callId), interviewScope(callId)],
    evenIfRefused: true,
    onError: (error) => forgetErasedCall(callId, error),
  });

export const useReassignCall = ({ campaignId, callId }: CallKey, texts: { done?: string; failed?: string } = {}) =>
  useChange(
    ({ operatorId }: { operatorId: number; from?: number | undefined }, options) =>
      call(calls.reassign, { params: { id: campaignId, callId, operatorId } }, options),
    {
      ...texts,
      isRepeatable: true,
      changes: ['audience', 'day'],
      refetches: [contactScope(callId)],
      evenIfRefused: true,
    },
  );

const leadOf = ({ lead }: Contact) => ({ lead: lead ? ('1' as const) : ('0' as const) });

/** Puts a saved person into the cached contact, which is also fetched again: the change may have blocked the number. */
const personSaved = (key: ContactKey) => ({
  changes: [contactScope(key.callId)],
  onSuccess: (saved: Partial<Contact> & { id: number }) =>
    void queryClient.setQueryData(
      contactQuery(key).queryKey,
      (old) =>
        old && {
          ...old,
          contacts: old.contacts.map((person) => (person.id === saved.id ? { ...person, ...saved } : person)),
        },
    ),
});

export const useSavePerson = (key: ContactKey) =>
  useChange(
    ({ person, change }: { person: Contact; change: PersonChange }, options) =>
      call(contacts.savePerson, { params: { personId: person.id }, query: leadOf(person), body: change }, options),
    { ...personSaved(key), isRepeatable: ({ person, change }) => JSON.stringify([person.id, change]) },
  );

export const useMarkWrong = (key: ContactKey) =>
  useChange(
    ({ person, wrong }: { person: Contact; wrong: boolean }) =>
      call(contacts.markWrong, {
        params: { personId: person.id, wrong: wrong ? '1' : '0' },
        query: leadOf(person),
        body: { phone: key.phone },
      }),
    personSaved(key),
  );

export const useSaveDetail = (key: ContactKey) =>
  useEndpointMutation(contacts.saveDetail, {
    isRepeatable: true,
    changes: ['audience'],
    refetches: [contactScope(key.callId)],
    onSuccess: ({ operatorCallData, ...saved }) =>
      void queryClient.setQueryData(
        contactQuery(key).queryKey,
        (old) => old && { ...old, ...operatorCallData, ...saved },
      ),
    onError: (error) => forgetErasedCall(key.callId, error),
  });
