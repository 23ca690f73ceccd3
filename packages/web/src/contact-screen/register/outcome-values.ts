import { findClosing } from '@campanero/contract/calling-rules/attempts';
import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { momentInWords } from '@campanero/contract/calling-rules/words';
import { AFFINITIES, observations, registerBody, type RegisterBody } from '@campanero/contract/calls/schemas';
import { z } from 'zod';
import { randomId } from '../../lib/api.ts';
import { ownDraft } from '../../lib/draft.ts';
import type { OutcomeState } from './outcome-states.ts';

/** The values of the form; '' and null mean that nothing is chosen. */
export const outcomeValues = z.object({
  stateId: z.number().nullable(),
  substateId: z.number().nullable(),
  affinity: z.enum(AFFINITIES).nullable(),
  observations: z.string(),
  callbackAt: z.string(),
  // Drafts of earlier versions lack it.
  callbackConfirmed: z.boolean().default(false),
  personId: z.number().nullable(),
  /** Null: no coordinator is needed. */
  question: z.string().nullable().default(null),
});
export type OutcomeValues = z.infer<typeof outcomeValues>;

export const NO_OUTCOME: OutcomeValues = {
  stateId: null,
  substateId: null,
  affinity: null,
  observations: '',
  callbackAt: '',
  callbackConfirmed: false,
  personId: null,
  question: null,
};

export const isEmptyOutcome = (values: OutcomeValues) => JSON.stringify(values) === JSON.stringify(NO_OUTCOME);

/** Clears the substate and, for a state without callback, the date: they belong to the previous state. */
export const withState = (values: OutcomeValues, state: OutcomeState): OutcomeValues =>
  values.stateId === state.id
    ? values
    : {
        ...values,
        stateId: state.id,
        substateId: null,
        ...(!state.callback && { callbackAt: '', callbackConfirmed: false }),
      };

export type OutcomeErrors = Partial<Record<keyof OutcomeValues, string>>;

const QUESTION_EMPTY = 'Escriba qué necesita del coordinador.';

const questionError = (question: string | null) =>
  question === null
    ? undefined
    : question.trim() === ''
      ? QUESTION_EMPTY
      : messageOf(registerBody.shape.question.safeParse(question));

const DATE_UNFINISHED = 'Ingrese una fecha completa: día, mes, año y hora.';
const DATE_PAST = 'La fecha del rellamado debe ser futura.';

function callbackError(callbackAt: string, now: Date): string | undefined {
  if (callbackAt === '') return undefined;
  const at = Date.parse(callbackAt);
  if (Number.isNaN(at)) return DATE_UNFINISHED;
  return at > now.getTime() ? undefined : DATE_PAST;
}

const UNCONFIRMED = 'Confirme el rellamado fuera de horario o elija otra hora.';

/** For a callback outside calling hours, when calling opens again, in words; undefined within hours or without a date. */
export function closedAt(callbackAt: string, now: Date, calendar: Calendar | undefined): string | undefined {
  const at = new Date(callbackAt);
  if (!calendar || Number.isNaN(at.getTime()) || at <= now) return undefined;
  const wait = findClosing(calendar, at);
  return wait?.until ? momentInWords(wait.until, now) : undefined;
}

const messageOf = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues[0]?.message;

export function outcomeErrors(values: OutcomeValues, now: Date, calendar?: Calendar): OutcomeErrors {
  const errors: Record<string, string | undefined> = {
    stateId: messageOf(registerBody.shape.stateId.safeParse(values.stateId)),
    observations: messageOf(observations.safeParse(values.observations)),
    question: questionError(values.question),
    callbackAt: callbackError(values.callbackAt, now),
    callbackConfirmed:
      values.callbackConfirmed || !closedAt(values.callbackAt, now, calendar) ? undefined : UNCONFIRMED,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
}

export function outcomeBody(values: OutcomeValues & { stateId: number }, dialledAt?: string): RegisterBody {
  const { stateId, substateId, affinity, callbackAt, callbackConfirmed, personId } = values;
  const noted = values.observations.trim();
  return {
    stateId,
    ...(substateId !== null && { substateId }),
    ...(affinity && { affinity }),
    ...(noted && { observations: noted }),
    ...(callbackAt && { callbackAt }),
    ...(callbackAt && callbackConfirmed && { callbackConfirmed }),
    ...(personId !== null && { personId }),
    ...(values.question?.trim() && { question: values.question.trim() }),
    ...(dialledAt && { dialledAt }),
  };
}

/** Keeps the idempotency key, so that the same content sent again after a lost answer or a reload is registered once. */
const outcomeDraft = z.object({
  values: outcomeValues,
  attempt: z.object({ content: z.string(), key: z.string() }).optional(),
});

const draftOf = (callId: number) => ownDraft(`outcome:${callId}`);
const read = (callId: number) => outcomeDraft.safeParse(draftOf(callId).read()).data;

export const readOutcome = (callId: number): OutcomeValues => read(callId)?.values ?? NO_OUTCOME;
export const hasOutcomeDraft = (callId: number) => read(callId) !== undefined;

export function keepOutcome(callId: number, values: OutcomeValues): void {
  const attempt = read(callId)?.attempt;
  if (isEmptyOutcome(values) && !attempt) dropOutcome(callId);
  else draftOf(callId).keep({ values, attempt });
}

export const dropOutcome = (callId: number) => draftOf(callId).drop();

/** The idempotency key of this content: the stored one if it was sent before, otherwise a new one. */
export function attemptKey(callId: number, values: OutcomeValues, body: RegisterBody): string {
  const content = JSON.stringify(registerBody.parse(body));
  const before = read(callId)?.attempt;
  const attempt = before?.content === content ? before : { content, key: randomId() };
  draftOf(callId).keep({ values, attempt });
  return attempt.key;
}

/** Older than a shift, the call that is registered now is another one. */
const DIALLED_MS = 12 * 3_600_000;
const dialledDraft = (callId: number) => ownDraft(`dialled:${callId}`);

/** The last moment at which the number was dialled; a registration takes it along. */
export const keepDialled = (callId: number, at: string) => dialledDraft(callId).keep(at);
export const dropDialled = (callId: number) => dialledDraft(callId).drop();

export function readDialled(callId: number, now: number): string | undefined {
  const at = z.iso.datetime().safeParse(dialledDraft(callId).read()).data;
  return at !== undefined && now - Date.parse(at) < DIALLED_MS ? at : undefined;
}
