import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CampaignRow } from '@campanero/contract/campaigns/schemas';

/** Where a campaign's pages are. A page that does not exist yet has no link, and nothing leads to it (decisions 10). */
export interface CampaignLinks {
  create?: string;
  audience?: (id: number) => string;
  view?: (id: number) => string;
  statistics?: (id: number) => string;
  edit?: (id: number) => string;
  clone?: (id: number) => string;
}

export interface RowAction {
  key: 'audience' | 'view' | 'statistics' | 'edit' | 'clone';
  label: string;
  to: string;
}

/** The row menu of spec 2: statistics once there can be any, editing for creators until the campaign closes, and a copy of any. */
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
  return offered.flatMap((action) => {
    const link = action && links[action.key];
    return link ? [{ ...action, to: link(id) }] : [];
  });
}

/** Whether any row could have a menu at all: without a page to open, the column is not drawn. */
export const hasRowActions = (links: CampaignLinks, mayEdit: boolean) =>
  Boolean(links.audience ?? links.view ?? links.statistics ?? (mayEdit ? (links.edit ?? links.clone) : undefined));
