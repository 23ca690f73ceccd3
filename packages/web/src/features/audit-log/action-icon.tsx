import type { AuditAction, AuditSubaction } from '@campanero/contract/audit-log/endpoints';
import type { Icon } from '@tabler/icons-react';
import {
  IconArrowsShuffle,
  IconBolt,
  IconChartBar,
  IconDatabaseImport,
  IconDownload,
  IconPencil,
  IconPhoneCall,
  IconPlus,
  IconRefresh,
  IconSpeakerphone,
  IconTag,
  IconUser,
  IconUsers,
} from '../../components/icons.ts';

const ACTIONS: Record<AuditAction, Icon> = {
  CAMPAÑA: IconSpeakerphone,
  CONTACTO: IconUser,
  ETIQUETA: IconTag,
  NUMERO: IconPhoneCall,
  USUARIO: IconUsers,
  ESTADÍSTICA: IconChartBar,
};
const SUBACTIONS: Record<AuditSubaction, Icon> = {
  ACCIÓN: IconBolt,
  ASIGNAR: IconDatabaseImport,
  CREAR: IconPlus,
  EXPORTAR: IconDownload,
  GENERAR: IconRefresh,
  ACTUALIZAR: IconPencil,
  SEGMENTAR: IconArrowsShuffle,
};

export function ActionIcon({ of: name, size = 18 }: { of: AuditAction | AuditSubaction; size?: number }) {
  const Shape = { ...ACTIONS, ...SUBACTIONS }[name];
  return <Shape size={size} stroke={1.75} aria-hidden style={{ flex: 'none' }} />;
}
