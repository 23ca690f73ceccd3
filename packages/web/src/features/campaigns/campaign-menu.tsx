import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { type CampaignStatus, canMoveTo } from '@campanero/contract/campaigns/status';
import { useState } from 'react';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { IconFlag, IconPlayerPause, IconPlayerPlay } from '../../components/icons.ts';
import { ActionsMenu, type MenuAction } from '../../components/page/actions-menu.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';

interface CampaignMenuProps {
  campaign: { id: number; name: string; status: CampaignStatus };
  /** Shown above the commands. */
  links?: readonly MenuAction[];
  mayManage: boolean;
}

/** Menu of a campaign page: links, and the commands its status allows. */
export function CampaignMenu({ campaign, links, mayManage }: CampaignMenuProps) {
  const [command, setCommand] = useState<CampaignCommand>();
  const commands = (mayManage ? commandsIn(campaign.status) : []).map((key, place) => ({
    label: COMMAND_TEXTS[key].entry,
    icon: COMMAND_TEXTS[key].icon,
    run: () => setCommand(key),
    startsPart: place === 0 && (links?.length ?? 0) > 0,
  }));
  return (
    <>
      <ActionsMenu actions={[...(links ?? []), ...commands]} />
      {command && <CampaignCommandDialog campaign={campaign} command={command} onClose={() => setCommand(undefined)} />}
    </>
  );
}

type CommandDialogProps = Pick<CampaignMenuProps, 'campaign'> & { command: CampaignCommand; onClose: () => void };

function CampaignCommandDialog({ campaign, command, onClose }: CommandDialogProps) {
  const texts = COMMAND_TEXTS[command];
  const params = { id: campaign.id };
  // Without a version: concurrent changes do not matter.
  const run = useChange(
    (): Promise<unknown> =>
      command === 'finish'
        ? call(campaigns.finish, { params })
        : call(campaigns.ongoing, { params, body: { paused: command === 'pause' } }),
    { refetches: ['campaigns'], evenIfRefused: true },
  );
  return (
    <ChangeDialog
      title={texts.label}
      action={texts.label}
      destructive={command === 'finish'}
      pendingText={texts.pending}
      done={texts.done}
      failed={texts.failed}
      onConfirm={() => run.mutateAsync(undefined)}
      onClose={onClose}
    >
      <b>{campaign.name}</b> {texts.consequence}
    </ChangeDialog>
  );
}

type CampaignCommand = 'pause' | 'resume' | 'finish';

/** Rule campaign-life/commands-by-status. */
export function commandsIn(status: CampaignStatus): CampaignCommand[] {
  const isOffered = {
    pause: status === 'EN CURSO' || status === 'AUDIENCIA PROCESADA',
    resume: status === 'PAUSADA',
    finish: canMoveTo(status, 'FINALIZANDO'),
  };
  return (['pause', 'resume', 'finish'] as const).filter((command) => isOffered[command]);
}

/** `entry`: in the menu; `consequence`: follows the name of the campaign in the confirmation. */
export const COMMAND_TEXTS = {
  pause: {
    icon: IconPlayerPause,
    entry: 'Pausar',
    label: 'Pausar campaña',
    pending: 'Pausando…',
    consequence: 'deja de admitir llamados hasta que alguien la reanude.',
    done: 'Campaña actualizada correctamente.',
    failed: 'No fue posible pausar la campaña',
  },
  resume: {
    icon: IconPlayerPlay,
    entry: 'Reanudar campaña',
    label: 'Reanudar campaña',
    pending: 'Reanudando…',
    consequence: 'vuelve a admitir llamados.',
    done: 'Campaña actualizada correctamente.',
    failed: 'No fue posible reanudar la campaña',
  },
  finish: {
    icon: IconFlag,
    entry: 'Finalizar campaña',
    label: 'Finalizar campaña',
    pending: 'Finalizando…',
    consequence: 'se cierra para siempre: no admite más llamados ni cambios. Esto no se puede deshacer.',
    done: 'Fue completado con éxito',
    failed: 'No fue posible finalizar la campaña',
  },
};
