import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { NUMBER_REFUSALS } from '@campanero/contract/calls/number-refusals';
import { type Calendar, isOpen as isCallingOpen } from '@campanero/contract/calling-rules/calendar';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  calendarOf,
  callingReason,
  campaignReason,
  showsCalling,
  waitingReason,
} from '../features/calls/calling-state.ts';
import { useDueCallback } from './next/due-callback.tsx';
import { useHold, useNextContact } from './next/next-contact.tsx';
import { type OutcomeState, outcomeStates } from './register/outcome-states.ts';
import type { WrongAnswer } from './survey/refused-answer.ts';
import { hasOutcomeDraft } from './register/outcome-values.ts';
import { useQueued } from './queue/registration-queue.tsx';
import { useOutcomeForm, useSaveOutcome } from './register/outcome-form.ts';
import { mayAccess } from '../lib/can.ts';
import { useNow } from '../lib/clock.ts';
import { useSession } from '../lib/session.ts';

export const CONTACT_TABS = {
  contacts: 'Contactos',
  information: 'Información',
  observation: 'Observación',
  campaigns: 'Campañas',
  operator: 'Operador',
};
export type ContactTab = keyof typeof CONTACT_TABS;

interface ContactWorkOptions {
  campaign: CampaignDetail;
  callId: number;
  phone: string;
  detail: CallDetail | undefined;
  firstTab: ContactTab;
  onNext: (next: { campaignId: number; callId: number; number: string }) => void;
  /** Somebody else has the call: the page fetches it again to show who. */
  onLost: () => void;
}

const viewOf = (callId: number, tab: ContactTab) => {
  const hadDraft = hasOutcomeDraft(callId);
  return {
    callId,
    tab,
    // A draft is shown again.
    isRegistering: hadDraft,
    hadDraft,
    /** The registration was opened with a draft, not with a state chosen just now. */
    opensWithDraft: hadDraft,
    /** The number was not blocked when the contact was opened. */
    wasFree: false,
    /** Registered, and no other registration opened since. */
    isDone: false,
  };
};
type View = ReturnType<typeof viewOf>;

/** The next contact is reserved after this time on a contact, so that it opens at once. */
const SETTLED_MS = 3000;

function useSettled(callId: number): boolean {
  const [settledId, setSettledId] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(callId), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [callId]);
  return settledId === callId;
}

/** A draft makes the form valid at once: the second click of a double click on the button before must not register it. */
const IGNORED_MS = 600;

function useDoubleClickGuard(openedId: number | undefined): () => boolean {
  const openedAt = useRef(0);
  useEffect(() => {
    if (openedId !== undefined) openedAt.current = performance.now();
  }, [openedId]);
  return () => performance.now() - openedAt.current < IGNORED_MS;
}

interface CallabilityOptions extends Pick<ContactWorkOptions, 'campaign' | 'callId' | 'detail' | 'onLost'> {
  isManager: boolean;
  calendar: Calendar;
  view: View;
}

/** Whether the call may be made and registered now, and why not. Holds it while the user works on it. */
function useCallability({ campaign, callId, detail, onLost, isManager, calendar, view }: CallabilityOptions) {
  const now = useNow();
  const isQueued = useQueued().some((item) => item.callId === callId && item.refusal === undefined);
  const isShown = showsCalling(campaign, now);
  const isOpen = isShown && campaignReason(campaign, now) === undefined;
  const isCallable = detail !== undefined && detail.invalid === 0 && (!detail.blocked || view.wasFree);
  // Looking takes no hold; a manager works on the call from Llamado on (rule calls/viewing-takes-no-hold).
  const isWorkedOn = isManager ? view.isRegistering : detail?.mayRegister === true;
  const wantsHold = isOpen && isWorkedOn && isCallable && !view.isDone && detail.heldBy === null;
  const lost = useHold({ campaignId: campaign.id, callId }, wantsHold, onLost);
  const heldBy = detail?.heldBy?.name ?? (lost === 'CALL_HELD' ? 'Otra persona' : undefined);
  const hasBegun = view.wasFree || view.hadDraft;
  const waiting = lost === 'NUMBER_HELD' ? NUMBER_REFUSALS.NUMBER_HELD : detail && waitingReason(campaign, detail, now);
  return {
    isShown,
    mayReserve: isOpen && isCallingOpen(calendar, now) && (isWorkedOn || view.isDone),
    waiting,
    /** Why it cannot be called, or, while it is registered, why it cannot be saved. */
    reasonFor: ({ isRegistering }: { isRegistering: boolean }) =>
      detail && callingReason({ campaign, heldBy, hasBegun, isQueued, now, waiting, call: detail, isRegistering }),
  };
}

/** Where the questionnaire is: beside the outcome, or opened over a narrow screen. `show` takes the focus there. */
function useSurveyPlace(callId: number) {
  const closed = { callId, isOpen: false, wantsFocus: false, wrong: undefined as WrongAnswer | undefined };
  const [place, setPlace] = useState(closed);
  if (place.callId !== callId) setPlace(closed);
  return {
    ...place,
    show: (wrong?: WrongAnswer) => setPlace({ callId, isOpen: true, wantsFocus: true, wrong }),
    arrived: () => setPlace((old) => ({ ...old, wantsFocus: false })),
    hide: () => setPlace((old) => ({ ...old, isOpen: false })),
  };
}

/** The state of the screen: what is open, who has the call, what may be pressed and what comes next (rule screens/core-loop). */
export function useContactWork({ campaign, callId, phone, detail, firstTab, onNext, onLost }: ContactWorkOptions) {
  const session = useSession();
  const callKey = { campaignId: campaign.id, callId };
  const isManager = mayAccess('campaign.manage', session);
  const states = useMemo(() => outcomeStates(campaign.states), [campaign.states]);
  const calendar = useMemo(() => calendarOf(campaign), [campaign]);
  const form = useOutcomeForm(callId, calendar);
  const [view, setView] = useState(() => viewOf(callId, firstTab));
  if (view.callId !== callId) setView(viewOf(callId, 'contacts'));
  if (detail?.callId === callId && !detail.blocked && !view.wasFree) setView({ ...view, wasFree: true });

  const callability = useCallability({ campaign, callId, detail, onLost, isManager, calendar, view });
  const { isShown, waiting, reasonFor } = callability;
  const isRegistering = view.isRegistering && isShown && detail !== undefined;
  const reason = reasonFor({ isRegistering });
  const isDoubleClick = useDoubleClickGuard(isRegistering ? callId : undefined);

  const isSettled = useSettled(callId);
  const { next, goNext, isGoing } = useNextContact({
    ...callKey,
    number: phone,
    reserve: callability.mayReserve && (isRegistering || isSettled || view.isDone),
    onNext: (found) => onNext({ campaignId: campaign.id, ...found }),
  });
  const { unseen } = useDueCallback(callId, { enabled: !isManager });
  const callButton = useRef<HTMLButtonElement>(null);
  const focusCallButton = () => void setTimeout(() => callButton.current?.focus());
  const close = () => {
    setView((old) => ({ ...old, isRegistering: false }));
    focusCallButton();
  };
  const survey = useSurveyPlace(callId);
  const outcomeField = useRef<HTMLInputElement>(null);
  const { save, isSaving, refusal } = useSaveOutcome({
    callKey,
    surveyId: campaign.survey?.id,
    onWrongAnswer: survey.show,
    number: phone,
    states,
    form,
    onSaved: (thenNext) => {
      setView((old) => ({ ...old, isRegistering: false, isDone: true, tab: 'contacts' }));
      if (thenNext) void goNext();
      else focusCallButton();
    },
  });
  const open = (state?: OutcomeState, { hasSpoken = false } = {}) => {
    if (!isShown || !detail || isGoing) return;
    const refused = hasSpoken ? reasonFor({ isRegistering: true }) : reason;
    if (refused !== undefined) return;
    const opensWithDraft = state === undefined && !form.isEmpty;
    if (state) form.chooseState(state);
    setView((old) => ({ ...old, isRegistering: true, opensWithDraft, isDone: false }));
  };
  /** From the questionnaire to the outcome, with the state that its end proposes. */
  const registerAnswered = (state?: OutcomeState) => {
    survey.hide();
    if (!isRegistering) return open(state);
    if (state) form.chooseState(state);
    setTimeout(() => outcomeField.current?.focus());
  };
  return {
    callKey,
    /** What the campaign asks, and where it stands. */
    asked: campaign.survey,
    survey,
    hasSurvey: campaign.survey !== null,
    registerAnswered,
    outcomeField,
    isManager,
    states,
    usedStates: campaign.usedStates,
    form,
    tab: view.tab,
    setTab: (tab: ContactTab) => setView((old) => ({ ...old, tab, isRegistering: false })),
    isShown,
    /** The contact is loaded; before, it is not known whether it may be called. */
    isReady: detail !== undefined,
    isRegistering,
    reason,
    /** Whether only the calling rules prevent the call: a conversation that took place can be registered all the same. */
    isWaiting: waiting !== undefined && reason === waiting,
    registerSpoken: () => open(undefined, { hasSpoken: true }),
    next,
    goNext: () => void (unseen ? onNext(unseen) : goNext()),
    isGoing,
    open,
    close,
    save: (thenNext: boolean) =>
      void (reason === undefined && !(view.opensWithDraft && isDoubleClick()) && save(thenNext)),
    isSaving,
    refusal,
    callButton,
  };
}
export type ContactWork = ReturnType<typeof useContactWork>;
