import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CampaignRow } from '@campanero/contract/campaigns/schemas';
import { IconButton } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconChartBar, IconCopy, IconDots, IconEye, IconPencil, IconUsersGroup } from '../../../components/icons.ts';
import { useEndSide } from '../../../theme/direction.ts';
import { Menu, MenuDivider, MenuItem } from '../../../components/menu.tsx';
import { Tooltip } from '../../../components/tooltip.tsx';

const ICONS = { audience: IconUsersGroup, view: IconEye, statistics: IconChartBar, edit: IconPencil, clone: IconCopy };

interface CampaignRowMenuProps {
  campaignName: string;
  actions: readonly RowAction[];
}

export function CampaignRowMenu({ campaignName, actions }: CampaignRowMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const end = useEndSide();
  if (actions.length === 0) return null;
  const firstChanging = actions.findIndex(({ key }) => key === 'edit' || key === 'clone');
  const label = `Acciones de ${campaignName}`;
  return (
    <>
      <Tooltip title={anchor ? '' : 'Acciones'}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor ? 'true' : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={({ palette }) => ({
            '&[aria-expanded="true"]': { backgroundColor: palette.soft.primary.bg, color: palette.soft.primary.text },
          })}
        >
          <IconDots size={20} stroke={2} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: end }}
        transformOrigin={{ vertical: 'top', horizontal: end }}
        slotProps={{ list: { 'aria-label': label, sx: { minWidth: 200 } } }}
      >
        {actions.flatMap(({ key, label: text, to }, place) => {
          const ActionIcon = ICONS[key];
          return [
            // A line before the actions that change something.
            ...(place > 0 && place === firstChanging
              ? [<MenuDivider key="line" sx={{ mx: '-6px', my: '6px !important' }} />]
              : []),
            <MenuItem key={key} component={Link} to={to} onClick={() => setAnchor(null)}>
              <ActionIcon size={18} stroke={1.75} aria-hidden />
              {text}
            </MenuItem>,
          ];
        })}
      </Menu>
    </>
  );
}

/** Where a campaign's pages are. */
export type CampaignLinks = Record<keyof typeof ICONS, (id: number) => string>;

interface RowAction {
  key: keyof CampaignLinks;
  label: string;
  to: string;
}

/** The row menu: statistics once there can be any, editing for creators until the campaign closes, and a copy of any. */
export function rowActions(
  { id, status }: Pick<CampaignRow, 'id' | 'status'>,
  links: CampaignLinks,
  mayEdit: boolean,
): RowAction[] {
  const offered: (false | { key: RowAction['key']; label: string })[] = [
    { key: 'audience', label: 'Ver audiencia' },
    { key: 'view', label: 'Ver campaña' },
    status !== 'PENDIENTE' && { key: 'statistics', label: 'Ver Estadísticas' },
    mayEdit && !isClosed({ status }) && { key: 'edit', label: 'Editar campaña' },
    mayEdit && { key: 'clone', label: 'Duplicar campaña' },
  ];
  return offered.flatMap((action) => (action ? [{ ...action, to: links[action.key](id) }] : []));
}
