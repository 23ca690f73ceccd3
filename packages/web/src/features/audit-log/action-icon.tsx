import type { AuditAction } from '@campanero/contract/audit-log/schemas';
import type { Icon } from '@tabler/icons-react';
import { IconChartBar, IconPhoneCall, IconSpeakerphone, IconTag, IconUser, IconUsers } from '../../components/icons.ts';

const ICONS: Record<AuditAction, Icon> = {
  CAMPAÑA: IconSpeakerphone,
  CONTACTO: IconUser,
  ETIQUETA: IconTag,
  NUMERO: IconPhoneCall,
  USUARIO: IconUsers,
  ESTADÍSTICA: IconChartBar,
};

/** Decoration only: the action's name always stands beside it. */
export function ActionIcon({ action, size = 18 }: { action: AuditAction; size?: number }) {
  const Shape = ICONS[action];
  return <Shape size={size} stroke={1.75} aria-hidden style={{ flex: 'none' }} />;
}
