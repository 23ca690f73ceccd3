import { canMoveTo, type CampaignStatus } from './status.ts';

/** The status, and those to return to after a pause and after a load. */
export interface StatusState {
  status: CampaignStatus;
  statusBeforePause: CampaignStatus | null;
  statusBeforeLoad: CampaignStatus | null;
}

/** The moves that a user or a job causes; dates cause the others (`statusByDates`). */
export const STATUS_COMMANDS = ['load', 'loaded', 'dropLoad', 'pause', 'resume', 'extend', 'finish', 'close'] as const;
export type StatusCommand = (typeof STATUS_COMMANDS)[number];

const moves: Record<StatusCommand, (state: StatusState) => StatusState | null> = {
  load: (state) => ({ ...state, status: 'CARGANDO AUDIENCIA', statusBeforeLoad: state.status }),
  // The first audience makes a pending campaign ready; a further one leaves it as it was.
  loaded: ({ statusBeforeLoad, ...state }) =>
    statusBeforeLoad && {
      ...state,
      status: statusBeforeLoad === 'PENDIENTE' ? 'AUDIENCIA PROCESADA' : statusBeforeLoad,
      statusBeforeLoad: null,
    },
  dropLoad: ({ statusBeforeLoad, ...state }) =>
    statusBeforeLoad && { ...state, status: statusBeforeLoad, statusBeforeLoad: null },
  // Only from these two: the table would also let the end of a load lead to PAUSADA.
  pause: ({ status, ...state }) =>
    status === 'EN CURSO' || status === 'AUDIENCIA PROCESADA'
      ? { ...state, status: 'PAUSADA', statusBeforePause: status }
      : null,
  resume: ({ status, statusBeforePause, ...state }) =>
    status === 'PAUSADA' && statusBeforePause ? { ...state, status: statusBeforePause, statusBeforePause: null } : null,
  // Back to before its beginning; settling moves it on to EN CURSO if it has begun.
  extend: ({ status, ...state }) => (status === 'REVISANDO' ? { ...state, status: 'AUDIENCIA PROCESADA' } : null),
  finish: () => ({ status: 'FINALIZANDO', statusBeforePause: null, statusBeforeLoad: null }),
  close: () => ({ status: 'FINALIZADA', statusBeforePause: null, statusBeforeLoad: null }),
};

export function commandStatus(state: StatusState, command: StatusCommand): StatusState | null {
  const next = moves[command](state);
  return next && canMoveTo(state.status, next.status) ? next : null;
}

export type CampaignTimes = { startDate: Date; endDate: Date; hasAssignedCalls: boolean };

const ENDS: readonly CampaignStatus[] = ['EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA'];

/** Stored later by a job. Lists compute the same in SQL (statusAt() in stage.queries.ts), which a test compares. */
export function statusByDates(
  state: StatusState,
  { startDate, endDate, hasAssignedCalls }: CampaignTimes,
  now: Date,
): StatusState {
  if (ENDS.includes(state.status) && endDate <= now) return { ...state, status: 'REVISANDO', statusBeforePause: null };
  if (state.status === 'AUDIENCIA PROCESADA' && hasAssignedCalls && startDate <= now)
    return { ...state, status: 'EN CURSO' };
  return state;
}
