import { isRunning, type CampaignStatus } from './status.ts';

type Stage = { status: CampaignStatus; statusBeforeLoad?: CampaignStatus | null };

const stageOf = ({ status, statusBeforeLoad }: Stage) =>
  status === 'CARGANDO AUDIENCIA' ? (statusBeforeLoad ?? status) : status;

/** FINALIZANDO is as closed as FINALIZADA (rule campaign-life/closed-is-read-only). */
export const CLOSED_STATUSES: readonly CampaignStatus[] = ['FINALIZANDO', 'FINALIZADA'];
export const isClosed = ({ status }: Pick<Stage, 'status'>) => CLOSED_STATUSES.includes(status);

/** When `PATCH …/ongoing` is allowed: running, loading a further file, or in REVISANDO. */
export const isOngoing = (stage: Stage) => isRunning(stageOf(stage)) || stage.status === 'REVISANDO';

/** Place, form, objective, start and side are fixed once the campaign has an audience (rule campaign-life/running). */
export const hasFixedFields = (stage: Stage) => isOngoing(stage);
