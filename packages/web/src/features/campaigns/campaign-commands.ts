import { canMoveTo, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { FINISH_FAILED, PAUSE_FAILED, RESUME_FAILED } from './texts.ts';

export type CampaignCommand = 'pause' | 'resume' | 'finish';

/** What a campaign's menu offers in each status (decisions 4). */
export function commandsIn(status: CampaignStatus): CampaignCommand[] {
  const commands: CampaignCommand[] = [];
  if (status === 'EN CURSO' || status === 'AUDIENCIA PROCESADA') commands.push('pause');
  if (status === 'PAUSADA') commands.push('resume');
  if (canMoveTo(status, 'FINALIZANDO')) commands.push('finish');
  return commands;
}

interface CommandTexts {
  /** In the menu, as the specification has it (spec 2). */
  entry: string;
  label: string;
  pending: string;
  /** After the campaign's name, in the confirmation. */
  consequence: string;
  done: string;
  failed: string;
}

export const COMMAND_TEXTS: Record<CampaignCommand, CommandTexts> = {
  pause: {
    entry: 'Pausar',
    label: 'Pausar campaña',
    pending: 'Pausando…',
    consequence: 'deja de admitir llamados hasta que alguien la reanude.',
    done: 'Campaña actualizada correctamente.',
    failed: PAUSE_FAILED,
  },
  resume: {
    entry: 'Reanudar campaña',
    label: 'Reanudar campaña',
    pending: 'Reanudando…',
    consequence: 'vuelve a admitir llamados.',
    done: 'Campaña actualizada correctamente.',
    failed: RESUME_FAILED,
  },
  finish: {
    entry: 'Finalizar campaña',
    label: 'Finalizar campaña',
    pending: 'Finalizando…',
    consequence: 'se cierra para siempre: no admite más llamados ni cambios. Esto no se puede deshacer.',
    done: 'Fue completado con éxito',
    failed: FINISH_FAILED,
  },
};
