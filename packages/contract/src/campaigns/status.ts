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

const RUNNING: readonly CampaignStatus[] = ['EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA'];
/** Has an audience, loads none now, and its end has not come. */
export const isRunning = (status: CampaignStatus) => RUNNING.includes(status);
