import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { ERRORS } from '@campanero/contract/errors';
import { isOpen as isCallingOpen } from '@campanero/contract/calling-rules/calendar';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNextContact } from './api.ts';
import {
  calendarOf,
  callingReason,
  campaignReason,
  showsCalling,
  waitingReason,
} from '../features/calls/calling-state.ts';
import { useHold } from './next/use-hold.ts';
import { type OutcomeState, outcomeStates } from './register/outcome-states.ts';
import { hasOutcomeDraft } from './register/outcome-values.ts';
import { useQueued } from './queue/registration-queue.ts';
import { useOutcomeForm, useSaveOutcome } from './register/outcome-form.ts';
import { mayAccess } from '../lib/can.ts';
import { useNow } from '../lib/clock.ts';
import { useSession } from '../lib/session.ts';
import { paths } from '../app/pages.ts';
import type { ContactTab } from './tabs/tabs.tsx';

interface ContactWorkOptions {
  campaign: CampaignDetail;
  callId: number;
  phone: string;
  /** Undefined while it is on its way. */
  detail: CallDetail | undefined;
  firstTab: ContactTab;
  onNext: (next: { callId: number; number: string }) => void;
  /** Somebody else has the call: the page asks who. */
  onLost: () => void;
}

/** After this time on a contact the next one is reserved ahead, so that it opens at once. */
const SETTLED_MS = 3000;
/**
 * A draft that was kept makes the form valid the moment it opens. The second press of a double one, on Llamado or on Guardar y
 * siguiente of the contact before, must not record it.
 */
const IGNORED_MS = 600;

function useSettled(callId: number): boolean {
  const [settledId, setSettledId] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(callId), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [callId]);
  return settledId === callId;
}

/**
 * The loop read, call, record, next: what is open, who has the call, what may be pressed and what comes after
 * (rule screens/core-loop).
 */
export function useContactWork({ campaign, callId, phone, detail, firstTab, onNext, onLost }: ContactWorkOptions) {
  const session = useSession();
  const callKey = { campaignId: campaign.id, callId };
  const caller = { id: session?.userId ?? 0, isManager: mayAccess('campaign.manage', session) };
  const states = useMemo(() => outcomeStates(campaign.states), [campaign.states]);
  const isQueued = useQueued().some((item) => item.callId === callId && item.refusal === undefined);
  const calendar = useMemo(() => calendarOf(campaign), [campaign]);
  const form = useOutcomeForm(callId, calendar);
  const [view, setView] = useState(() => viewOf(callId, firstTab));
  // Another contact took the page over.
  if (view.callId !== callId) setView(viewOf(callId, 'contacts'));
  if (detail?.callId === callId && !detail.blocked && !view.wasFree) setView({ ...view, wasFree: true });

  const now = useNow();
  const isShown = showsCalling(campaign, now);
  const isOpen = isShown && campaignReason(campaign, now) === undefined;
  const isCallable = detail !== undefined && detail.invalid === 0 && (!detail.blocked || view.wasFree);
  // Whoever only looks takes no hold; a manager works from the moment of Llamado (rule calls/looking-takes-no-hold).
  const works = caller.isManager ? view.isRegistering : detail?.mayRegister === true;
  const lost = useHold({
    ...callKey,
    wanted: isOpen && works && isCallable && !view.isDone && detail.heldBy === null,
    onLost,
  });
  const heldBy = detail?.heldBy?.name ?? (lost === 'CALL_HELD' ? 'Otra persona' : undefined);
  const hasBegun = view.wasFree || view.hadDraft;
  const isRegistering = view.isRegistering && isShown && detail !== undefined;
  const waiting = lost === 'NUMBER_HELD' ? ERRORS.NUMBER_HELD.es : detail && waitingReason(campaign, detail, now);
  const facts = { campaign, heldBy, hasBegun, isQueued, now, waiting };
  const reason = detail && callingReason({ ...facts, call: detail, isRegistering });
  const openedAt = useRef(0);
  const openedId = isRegistering ? callId : undefined;
  useEffect(() => {
    if (openedId !== undefined) openedAt.current = performance.now();
  }, [openedId]);
  const isTooEarly = () => view.opensWithDraft && performance.now() - openedAt.current < IGNORED_MS;

  const isSettled = useSettled(callId);
  const isWithinHours = isCallingOpen(calendar, now);
  const { next, goNext, isGoing } = useNextContact({
    ...callKey,
    number: phone,
    reserve: isOpen && isWithinHours && (works || view.isDone) && (isRegistering || isSettled || view.isDone),
    onNext,
  });
  const callButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setView((old) => ({ ...old, isRegistering: false }));
    setTimeout(() => callButton.current?.focus());
  };
  const { save, isSaving, refusal } = useSaveOutcome({
    callKey,
    number: phone,
    states,
    form,
    ownPath: paths.contact(campaign.id, callId, phone),
    onSaved: (thenNext) => {
      setView((old) => ({ ...old, isRegistering: false, isDone: true, tab: 'contacts' }));
      if (thenNext) void goNext();
      else setTimeout(() => callButton.current?.focus());
    },
  });
  const open = (state?: OutcomeState, { isSaid = false } = {}) => {
    // On the way to the next contact this one is over.
    if (!isShown || !detail || isGoing) return;
    const refused = isSaid ? callingReason({ ...facts, call: detail, isRegistering: true }) : reason;
    if (refused !== undefined) return;
    const opensWithDraft = state === undefined && !form.isEmpty;
    if (state) form.chooseState(state);
    setView((old) => ({ ...old, isRegistering: true, opensWithDraft, isDone: false }));
  };
  return {
    callKey,
    caller,
    states,
    form,
    tab: view.tab,
    setTab: (tab: ContactTab) => setView((old) => ({ ...old, tab, isRegistering: false })),
    isShown,
    /** The contact is here: before, whether it may be called is not known. */
    isReady: detail !== undefined,
    isRegistering,
    reason,
    /** Whether it is the rules of calling that Llamado waits for: what was said can be registered all the same. */
    isWaiting: waiting !== undefined && reason === waiting,
    registerSaid: () => open(undefined, { isSaid: true }),
    next,
    goNext: () => void goNext(),
    isGoing,
    open,
    close,
    save: (thenNext: boolean) => void (reason === undefined && !isTooEarly() && save(thenNext)),
    isSaving,
    refusal,
    callButton,
  };
}
export type ContactWork = ReturnType<typeof useContactWork>;

const viewOf = (callId: number, tab: ContactTab) => {
  const hadDraft = hasOutcomeDraft(callId);
  return {
    callId,
    tab,
    // What was typed and not sent stands there again.
    isRegistering: hadDraft,
    hadDraft,
    /** The registration was opened with something in it that was not chosen just now. */
    opensWithDraft: hadDraft,
    /** The number might be rung when the contact was opened. */
    wasFree: false,
    /** Registered, and nothing new begun since. */
    isDone: false,
  };
};
