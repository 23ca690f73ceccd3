import { type CampaignStatus, statusLabel } from '@campanero/contract/campaigns/status';
import { formatCount } from '@campanero/contract/shared/numbers';
import { keyframes } from '@emotion/react';
import { styled } from '@mui/material';
import { useState } from 'react';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconDatabaseImport,
  IconEyeSearch,
  IconLoader2,
  IconPhoneCall,
  IconPlayerPause,
} from './icons.ts';
import { ChipFrame } from './soft-chip.tsx';

const ICONS: Record<CampaignStatus, typeof IconLoader2> = {
  PENDIENTE: IconCircleDashed,
  'CARGANDO AUDIENCIA': IconLoader2,
  'AUDIENCIA PROCESADA': IconDatabaseImport,
  'EN CURSO': IconPhoneCall,
  PAUSADA: IconPlayerPause,
  REVISANDO: IconEyeSearch,
  FINALIZANDO: IconLoader2,
  FINALIZADA: IconCircleCheck,
};

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const fade = keyframes({ from: { opacity: 0 } });

const Chip = styled(ChipFrame, { shouldForwardProp: (name) => name !== 'status' })<{ status: CampaignStatus }>(
  ({ theme, status }) => ({
    height: '1.5rem',
    border: `1px solid ${theme.palette.status[status].border}`,
    background: theme.palette.status[status].bg,
    color: theme.palette.status[status].text,
    fontSize: '0.71875rem',
    fontWeight: 640,
    letterSpacing: '0.015em',
    verticalAlign: 'middle',
    '&[data-changed]': { animation: `${fade} 160ms linear` },
    '& svg': { flex: 'none' },
    '& svg[data-turning]': { animation: `${turn} 1.2s linear infinite` },
    '@media (prefers-reduced-motion: reduce)': { '&[data-changed], & svg[data-turning]': { animation: 'none' } },
  }),
);

/** With a count: how many campaigns have it. */
export function StatusChip({ status, count }: { status: CampaignStatus; count?: number }) {
  const StatusIcon = ICONS[status];
  const [first] = useState(status);
  return (
    // The key restarts the fade-in on live changes; the first status does not fade.
    <Chip key={status} status={status} data-changed={status === first ? undefined : ''}>
      <StatusIcon size={14} stroke={2.1} aria-hidden data-turning={StatusIcon === IconLoader2 ? '' : undefined} />
      {statusLabel(status)}
      {count !== undefined && <span>{formatCount(count)}</span>}
    </Chip>
  );
}
