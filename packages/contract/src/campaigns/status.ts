import { z } from 'zod';

/** Stored and sent in exactly these words. */
export const CAMPAIGN_STATUSES = [
  'PENDIENTE',
  'CARGANDO AUDIENCIA',
  'AUDIENCIA PROCESADA',
  'EN CURSO',
  'PAUSADA',
  'REVISANDO',
  'FINALIZANDO',
  'FINALIZADA',
] as const;
export const campaignStatus = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.infer<typeof campaignStatus>;

/** Rule campaign-life/status-transitions. */
const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  PENDIENTE: ['CARGANDO AUDIENCIA', 'FINALIZANDO'],
  'CARGANDO AUDIENCIA': ['PENDIENTE', 'AUDIENCIA PROCESADA', 'EN CURSO', 'PAUSADA', 'FINALIZANDO'],
  'AUDIENCIA PROCESADA': ['CARGANDO AUDIENCIA', 'EN CURSO', 'PAUSADA', 'REVISANDO', 'FINALIZANDO'],
  'EN CURSO': ['CARGANDO AUDIENCIA', 'PAUSADA', 'REVISANDO', 'FINALIZANDO'],
  PAUSADA: ['CARGANDO AUDIENCIA', 'AUDIENCIA PROCESADA', 'EN CURSO', 'REVISANDO', 'FINALIZANDO'],
  REVISANDO: ['AUDIENCIA PROCESADA', 'EN CURSO', 'FINALIZANDO'],
  FINALIZANDO: ['FINALIZADA'],
  FINALIZADA: [],
};
export const canMoveTo = (from: CampaignStatus, to: CampaignStatus) => NEXT[from].includes(to);

/** Two statuses are shortened on screen. */
export const statusLabel = (status: CampaignStatus): string =>
  status === 'CARGANDO AUDIENCIA' ? 'PROCESANDO' : status === 'AUDIENCIA PROCESADA' ? 'PROCESADA' : status;

/** Tabs of the list; each campaign is in one. `ended`: its end has come, or it was finished. */
export const CAMPAIGN_PHASES = ['running', 'upcoming', 'ended'] as const;
export type CampaignPhase = (typeof CAMPAIGN_PHASES)[number];

const RUNNING: readonly CampaignStatus[] = ['EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA'];
/** Has an audience, loads none now, and its end has not come. */
export const isRunning = (status: CampaignStatus) => RUNNING.includes(status);

type Stage = { status: CampaignStatus; statusBeforeLoad?: CampaignStatus | null };

const stageOf = ({ status, statusBeforeLoad }: Stage) =>
  status === 'CARGANDO AUDIENCIA' ? (statusBeforeLoad ?? status) : status;

/** FINALIZANDO is as closed as FINALIZADA (rule campaign-life/closed-is-read-only). */
export const CLOSED_STATUSES: readonly CampaignStatus[] = ['FINALIZANDO', 'FINALIZADA'];
export const isClosed = ({ status }: Pick<Stage, 'status'>) => CLOSED_STATUSES.includes(status);

/** Running, loading a further file, or in REVISANDO: `PATCH …/ongoing` is allowed, and place, form, objective, start and
 * side are fixed (rule campaign-life/running). */
export const isOngoing = (stage: Stage) => isRunning(stageOf(stage)) || stage.status === 'REVISANDO';

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

/** Stored later by a job. Lists compute the same in SQL (statusAt() in stage.queries.ts), which a test compares. */
export function statusByDates(state: StatusState, times: CampaignTimes, now: Date): StatusState {
  if (isRunning(state.status) && times.endDate <= now)
    return { ...state, status: 'REVISANDO', statusBeforePause: null };
  const begins = state.status === 'AUDIENCIA PROCESADA' && times.hasAssignedCalls && times.startDate <= now;
  return begins ? { ...state, status: 'EN CURSO' } : state;
}

/** At the moment of the request, not by the stored status; also while a further file loads. Lists compute the same in SQL. */
export function isOpenForCalls(campaign: StatusState & CampaignTimes, now: Date): boolean {
  const { status } = statusByDates({ ...campaign, status: stageOf(campaign) }, campaign, now);
  return status === 'EN CURSO' && campaign.startDate <= now && now < campaign.endDate;
}
