import { findClosing, findWait } from '@campanero/contract/calling-rules/attempts';
import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { waitInWords } from '@campanero/contract/calling-rules/words';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { NUMBER_REFUSALS } from '@campanero/contract/calls/number-refusals';
import { READ_TEXTS } from '@campanero/contract/error-texts';
import { formatDateTime } from '@campanero/contract/shared/dates';

type CalledCampaign = { status: CampaignStatus; paused: boolean; startDate: string; endDate: string };

/** Whether the button to call is shown at all; callingReason() says why it is disabled. */
export const showsCalling = (campaign: CalledCampaign, now: Date) =>
  !isClosed(campaign) && new Date(campaign.endDate) > now;

export const closedReason = (campaign: CalledCampaign): string =>
  isClosed(campaign)
    ? 'La campaña está finalizada: ya no se registran llamados.'
    : 'La fecha de fin de la campaña ya pasó: no se registran más llamados.';

/** Why the campaign takes no calls now; undefined if it does, or if only the server knows. */
export function campaignReason(campaign: CalledCampaign, now: Date): string | undefined {
  if (campaign.paused || campaign.status === 'PAUSADA')
    return 'La campaña está en pausa: no se registran llamados hasta que se reanude.';
  if (new Date(campaign.startDate) > now) return `La campaña comienza el ${formatDateTime(campaign.startDate)}.`;
  if (campaign.status === 'PENDIENTE' || campaign.status === 'AUDIENCIA PROCESADA') return 'La campaña aún no comenzó.';
  return undefined;
}

interface CallFacts {
  campaign: CalledCampaign;
  call: { invalid: 0 | 1; blocked: string | null; mayRegister: boolean };
  waiting: string | undefined;
  isRegistering: boolean;
  heldBy: string | undefined;
  /** The number was not blocked when the call began: the call that was made must still be registered. */
  hasBegun: boolean;
  isQueued: boolean;
  now: Date;
}

type RuledCall = { attempts: { today: number; inAll: number; lastAt: string | null }; callbackAt: string | null };

export const calendarOf = ({ calling }: Pick<CampaignDetail, 'calling'>): Calendar => ({
  rules: calling.rules,
  holidays: new Map(calling.holidays.map(({ day, name }) => [day, name])),
});

/** Why the campaign's calling rules do not allow this call now, and until when; undefined if they do. */
export function waitingReason(campaign: Pick<CampaignDetail, 'calling'>, call: RuledCall, now: Date) {
  const { attempts, callbackAt } = call;
  const isDue = callbackAt !== null && new Date(callbackAt) <= now;
  const lastAt = attempts.lastAt === null ? null : new Date(attempts.lastAt);
  const wait = findWait(calendarOf(campaign), { ...attempts, lastAt }, isDue, now);
  return wait ? waitInWords(wait, now) : undefined;
}

/** Why the campaign's calling rules allow no call at all now, and until when; undefined if they do. */
export function hoursReason(campaign: Pick<CampaignDetail, 'calling'>, now: Date): string | undefined {
  const wait = findClosing(calendarOf(campaign), now);
  return wait ? waitInWords(wait, now) : undefined;
}

/** Why Llamado is disabled, for its tooltip and the note; undefined if it is enabled. */
export function callingReason(facts: CallFacts): string | undefined {
  const { campaign, call, waiting, isRegistering, heldBy, hasBegun, isQueued, now } = facts;
  const closed = campaignReason(campaign, now);
  if (closed) return closed;
  if (call.invalid === 1) return NUMBER_REFUSALS.NUMBER_INVALID;
  if (call.blocked && !hasBegun) return `${NUMBER_REFUSALS.NUMBER_BLOCKED} ${call.blocked}`;
  if (heldBy !== undefined) return `${heldBy} tiene abierto este contacto en este momento.`;
  if (!call.mayRegister) return READ_TEXTS.INVALID_OPERATOR;
  if (isQueued) return 'Hay un llamado de este contacto en espera de la conexión.';
  // A call that was made is registered at any hour (rule calls/registering-ignores-the-hour).
  if (waiting !== undefined && !isRegistering) return waiting;
  return undefined;
}
