import { registerBody, type RegisterBody } from '@campanero/contract/calls/schemas';
import { z } from 'zod';
import { randomId } from '../../lib/attempt-key.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { getSession } from '../../lib/session.ts';
import { isEmptyOutcome, NO_OUTCOME, outcomeValues, type OutcomeValues } from './outcome-values.ts';

/**
 * An outcome that was not sent yet, per call. It survives a reload, an expired session and a look at another page; only success
 * and signing out end it (UX-05). The key of an attempt stays with it: after a lost answer, sending the same again, even
 * after a reload, is the same registration (REL-11).
 */
const outcomeDraft = z.object({
  values: outcomeValues,
  attempt: z.object({ content: z.string(), key: z.string() }).optional(),
});
type OutcomeDraft = z.infer<typeof outcomeDraft>;

const nameOf = (callId: number) => `outcome:${callId}`;
const owner = () => getSession()?.userId;

function read(callId: number): OutcomeDraft | undefined {
  const userId = owner();
  return userId === undefined ? undefined : outcomeDraft.safeParse(readDraft(userId, nameOf(callId))).data;
}

function keep(callId: number, draft: OutcomeDraft): void {
  const userId = owner();
  if (userId !== undefined) keepDraft(userId, nameOf(callId), draft);
}

export const readOutcome = (callId: number): OutcomeValues => read(callId)?.values ?? NO_OUTCOME;
export const hasOutcomeDraft = (callId: number) => read(callId) !== undefined;

export function keepOutcome(callId: number, values: OutcomeValues): void {
  const attempt = read(callId)?.attempt;
  if (isEmptyOutcome(values) && !attempt) dropOutcome(callId);
  else keep(callId, attempt ? { values, attempt } : { values });
}

export function dropOutcome(callId: number): void {
  const userId = owner();
  if (userId !== undefined) dropDraft(userId, nameOf(callId));
}

/** The key under which this very content is sent, now and if it must be sent again. */
export function attemptKey(callId: number, values: OutcomeValues, body: RegisterBody): string {
  const content = JSON.stringify(registerBody.parse(body));
  const before = read(callId)?.attempt;
  const attempt = before?.content === content ? before : { content, key: randomId() };
  keep(callId, { values, attempt });
  return attempt.key;
}
