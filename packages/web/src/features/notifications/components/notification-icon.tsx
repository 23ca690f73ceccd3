import type { Notification } from '@campanero/contract/notifications/schemas';
import { styled } from '@mui/material/styles';
import {
  IconArrowsShuffle,
  IconDatabaseImport,
  IconDownload,
  IconEyeSearch,
  IconPencil,
  IconPhoneCall,
} from '../../../components/icons.ts';

const ICONS: Record<Notification['action'], typeof IconDownload> = {
  'BULK AUDIENCE': IconDatabaseImport,
  ASSIGNAMENT: IconArrowsShuffle,
  'EXPORT AUDIENCE': IconDownload,
  'EXPORT CALLS': IconDownload,
  'EXPORT STATISTICS': IconDownload,
  CALLBACK: IconPhoneCall,
  CORRECTION: IconPencil,
  'BULK READING': IconEyeSearch,
};

/** Only what went wrong, was given up or is due now stands out. */
const TONES = { COMPLETED: 'primary', ERROR: 'danger', CANCELLED: 'warning', DUE: 'brass' } as const satisfies Record<
  Notification['status']['status'],
  string
>;

const Tile = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{
  tone: (typeof TONES)[keyof typeof TONES];
}>(({ theme, tone }) => ({
  width: 32,
  height: 32,
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  borderRadius: theme.radius.control,
  backgroundColor: theme.palette.soft[tone].bg,
  color: theme.palette.soft[tone].text,
}));

export function NotificationIcon({ notification: { action, status } }: { notification: Notification }) {
  const Icon = ICONS[action];
  // Nothing failed, and yet somebody should look into it.
  const tone = action === 'BULK READING' ? 'warning' : TONES[status.status];
  return (
    <Tile tone={tone}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </Tile>
  );
}
