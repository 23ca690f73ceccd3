import type { SERVICE_SCOPES, ServiceScope, ServiceSide } from '@campanero/contract/roles';
import { SCOPE_LABELS, type ServiceAccountRow } from '@campanero/contract/service-accounts/schemas';
import { formatDateTime, productDay } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';

export const SAVE_FAILED = 'No fue posible guardar la cuenta, por favor inténtelo de nuevo o contacte con el soporte.';
export const ACCOUNT_STATE_FAILED =
  'No fue posible cambiar el estado de la cuenta, por favor inténtelo de nuevo o contacte con el soporte.';
export const KEY_FAILED =
  'No fue posible cambiar las claves de la cuenta, por favor inténtelo de nuevo o contacte con el soporte.';

export const accountCount = (total: number) => formatCounted(total, 'cuenta', 'cuentas');

export const scopesText = (scopes: readonly ServiceScope[]) => scopes.map((scope) => SCOPE_LABELS[scope]).join(', ');

export const sideText = (external: boolean) => (external ? 'Externa' : 'Interna');
export const accountCampaigns = ({ external, campaignIds }: ServiceSide) =>
  campaignIds === null
    ? external
      ? 'Todas las externas'
      : 'Todas las campañas'
    : formatCounted(campaignIds.length, 'campaña', 'campañas');

export const lastUseText = (lastUsedAt: string | null) => (lastUsedAt ? formatDateTime(lastUsedAt) : 'Nunca se usó');

/** Why an account of this side cannot have the scope. */
export const SCOPE_LIMITS: Record<(typeof SERVICE_SCOPES)[ServiceScope], string | undefined> = {
  campaigns: undefined,
  internal: 'Solo cuentas internas.',
  everything: 'Solo cuentas internas con todas las campañas.',
};

export type AccountState = 'enabled' | 'disabled' | 'expired' | 'soon';
const SOON_DAYS = 14;

export function stateOf(account: Pick<ServiceAccountRow, 'disable' | 'expired' | 'expires'>, now: Date): AccountState {
  if (account.disable) return 'disabled';
  if (account.expired) return 'expired';
  return account.expires <= productDay(new Date(now.getTime() + SOON_DAYS * 86_400_000)) ? 'soon' : 'enabled';
}
