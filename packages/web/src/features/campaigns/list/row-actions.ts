import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CampaignRow } from '@campanero/contract/campaigns/schemas';
import { IconChartBar, IconCopy, IconEye, IconPencil, IconUsersGroup } from '../../../components/icons.ts';
import type { MenuAction } from '../../../components/page/actions-menu.tsx';

export type CampaignLinks = Record<'audience' | 'view' | 'statistics' | 'edit' | 'clone', (id: number) => string>;

export function rowActions(
  { id, status }: Pick<CampaignRow, 'id' | 'status'>,
  links: CampaignLinks,
  mayEdit: boolean,
): MenuAction[] {
  const mayChange = mayEdit && !isClosed({ status });
  const offered: (MenuAction | false)[] = [
    { label: 'Ver audiencia', icon: IconUsersGroup, run: links.audience(id) },
    { label: 'Ver campaña', icon: IconEye, run: links.view(id) },
    status !== 'PENDIENTE' && { label: 'Ver Estadísticas', icon: IconChartBar, run: links.statistics(id) },
    mayChange && { label: 'Editar campaña', icon: IconPencil, run: links.edit(id), startsPart: true },
    mayEdit && { label: 'Duplicar campaña', icon: IconCopy, run: links.clone(id), startsPart: !mayChange },
  ];
  return offered.filter((action) => action !== false);
}
