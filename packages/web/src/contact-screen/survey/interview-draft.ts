import { type InterviewBody, interviewBody } from '@campanero/contract/surveys/schemas';
import { z } from 'zod';
import { ownDraft } from '../../lib/draft.ts';
import { createStore, useStore } from '../../lib/external-store.ts';

// The answers of a call that are not saved yet. What a registration sends of them stands in the draft, ready to be sent, so
// that saving waits neither for the questionnaire nor for the code that shows it.

export const interviewDraft = (callId: number) => `interview:${callId}`;

const sendable = z.object({
  surveyId: z.number(),
  /** Null: nothing that could be sent. */
  body: interviewBody.nullable(),
  /** A question with something typed that is no answer yet. */
  wrong: z.number().nullable(),
});

/** Undefined without a draft, or with one of another survey than the campaign's. */
export function readInterview(callId: number, surveyId: number | undefined) {
  if (surveyId === undefined) return undefined;
  const draft = sendable.safeParse(ownDraft(interviewDraft(callId)).read()).data;
  return draft?.surveyId === surveyId ? draft : undefined;
}

/** By call, how often its draft went: what shows it begins anew. */
const drops = createStore<Readonly<Record<number, number>>>({});
export const useInterviewDrops = (callId: number) => useStore(drops)[callId] ?? 0;

/** Saved. What was answered meanwhile stays for the next registration. */
export function dropInterview(callId: number, sent: InterviewBody | null | undefined): void {
  const draft = ownDraft(interviewDraft(callId));
  const { body } = sendable.safeParse(draft.read()).data ?? {};
  if (!sent || JSON.stringify(body) !== JSON.stringify(sent)) return;
  draft.drop();
  drops.set({ ...drops.get(), [callId]: (drops.get()[callId] ?? 0) + 1 });
}
