import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { type CampaignStatus, canMoveTo } from '@campanero/contract/campaigns/status';
import { IconButton } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { IconDotsVertical, IconFlag, IconPlayerPause, IconPlayerPlay } from '../../components/icons.ts';
import { Menu, MenuDivider, MenuItem } from '../../components/menu.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { useChange } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { FINISH_FAILED, PAUSE_FAILED, RESUME_FAILED } from './texts.ts';
import { useEndSide } from '../../theme/direction.ts';

const ICONS = { pause: IconPlayerPause, resume: IconPlayerPlay, finish: IconFlag };

interface MenuLink {
  label: string;
  to: string;
  icon: typeof IconFlag;
}

interface CampaignMenuProps {
  campaign: { id: number; name: string; status: CampaignStatus };
  /** Other pages of the campaign, above its commands. */
  links?: readonly MenuLink[];
  mayManage: boolean;
}

const NO_LINKS: readonly MenuLink[] = [];

/** The three dots of a campaign's page: where else to go, and what its status allows. */
export function CampaignMenu({ campaign, links = NO_LINKS, mayManage }: CampaignMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const end = useEndSide();
  const [command, setCommand] = useState<CampaignCommand>();
  const commands = mayManage ? commandsIn(campaign.status) : [];
  const close = () => setAnchor(null);
  const hasEntries = commands.length > 0 || links.length > 0;
  return (
    <>
      {hasEntries && (
        <Tooltip title={anchor ? '' : 'Más acciones'}>
          <IconButton
            aria-label="Más acciones"
            aria-haspopup="menu"
            aria-expanded={anchor ? 'true' : undefined}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <IconDotsVertical size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <Menu
        open={anchor !== null && hasEntries}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: end }}
        transformOrigin={{ vertical: 'top', horizontal: end }}
        slotProps={{ list: { 'aria-label': 'Más acciones', sx: { minWidth: 200 } } }}
      >
        {links.map(({ label, to, icon: LinkIcon }) => (
          <MenuItem key={to} component={Link} to={to} onClick={close}>
            <LinkIcon size={18} stroke={1.75} aria-hidden />
            {label}
          </MenuItem>
        ))}
        {links.length > 0 && commands.length > 0 && <MenuDivider sx={{ mx: '-6px', my: '6px !important' }} />}
        {commands.map((key) => {
          const CommandIcon = ICONS[key];
          return (
            <MenuItem
              key={key}
              onClick={() => {
                close();
                setCommand(key);
              }}
            >
              <CommandIcon size={18} stroke={1.75} aria-hidden />
              {COMMAND_TEXTS[key].entry}
            </MenuItem>
          );
        })}
      </Menu>
      {command && <CampaignCommandDialog campaign={campaign} command={command} onClose={() => setCommand(undefined)} />}
    </>
  );
}

interface CampaignCommandDialogProps {
  campaign: { id: number; name: string };
  command: CampaignCommand;
  onClose: () => void;
}

/** Asks with the campaign's name, stays while the server answers, and says why it refused. */
function CampaignCommandDialog({ campaign, command, onClose }: CampaignCommandDialogProps) {
  const texts = COMMAND_TEXTS[command];
  const run = useCampaignCommand(campaign.id);
  const confirm = () =>
    run.mutate(command, {
      onSuccess: () => {
        notify.success(texts.done);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={texts.label}
      action={texts.label}
      destructive={command === 'finish'}
      pending={run.isPending}
      pendingText={texts.pending}
      error={run.error ? errorText(run.error, texts.failed) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>{campaign.name}</b> {texts.consequence}
    </ConfirmDialog>
  );
}

type CampaignCommand = 'pause' | 'resume' | 'finish';

/** What a campaign's menu offers in each status (rule campaign-life/commands-by-status). */
export function commandsIn(status: CampaignStatus): CampaignCommand[] {
  const commands: CampaignCommand[] = [];
  if (status === 'EN CURSO' || status === 'AUDIENCIA PROCESADA') commands.push('pause');
  if (status === 'PAUSADA') commands.push('resume');
  if (canMoveTo(status, 'FINALIZANDO')) commands.push('finish');
  return commands;
}

interface CommandTexts {
  /** Its name in the menu. */
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

/** Pausar, Reanudar, Finalizar. Sent without a version: other changes of the campaign do not matter to them. */
const useCampaignCommand = (id: number) =>
  useChange(
    (command: CampaignCommand): Promise<unknown> =>
      command === 'finish'
        ? call(campaigns.finish, { params: { id } })
        : call(campaigns.ongoing, { params: { id }, body: { paused: command === 'pause' } }),
    { refetches: ['campaigns'], evenIfRefused: true },
  );
