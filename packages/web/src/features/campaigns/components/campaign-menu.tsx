import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconDotsVertical, IconFlag, IconPlayerPause, IconPlayerPlay } from '../../../components/icons.ts';
import { COMMAND_TEXTS, commandsIn, type CampaignCommand } from '../campaign-commands.ts';
import { CampaignCommandDialog } from './campaign-command-dialog.tsx';

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
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': 'Más acciones', sx: { minWidth: 200 } } }}
      >
        {links.map(({ label, to, icon: LinkIcon }) => (
          <MenuItem key={to} component={Link} to={to} onClick={close}>
            <LinkIcon size={18} stroke={1.75} aria-hidden />
            {label}
          </MenuItem>
        ))}
        {links.length > 0 && commands.length > 0 && <Divider sx={{ mx: '-6px', my: '6px !important' }} />}
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
