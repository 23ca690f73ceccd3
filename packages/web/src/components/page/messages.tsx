import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ActionButton } from '../action-button.tsx';
import { IconAlertTriangle, IconRefresh, IconSearch } from '../icons.ts';
import { Centered, Muted } from '../layout.tsx';
import { SoftTile } from '../soft-chip.tsx';

interface MessageBlockProps {
  icon: ReactNode;
  tone?: 'neutral' | 'danger';
  role?: 'alert';
  children: ReactNode;
}

export function MessageBlock({ icon, tone = 'neutral', role, children }: MessageBlockProps) {
  return (
    <Centered role={role} gap={2} sx={{ alignContent: 'start', textAlign: 'center', p: 6, maxWidth: 360 }}>
      <SoftTile tone={tone} aria-hidden>
        {icon}
      </SoftTile>
      {children}
    </Centered>
  );
}

const SEARCHED = <IconSearch size={20} stroke={1.75} />;

interface EmptyStateProps {
  title: string;
  reason?: string;
  action?: ReactNode;
  icon?: ReactNode;
  /** Replaces a whole page: its title is the h1. */
  isPage?: boolean;
}

export function EmptyState({ title, reason, action, icon = SEARCHED, isPage = false }: EmptyStateProps) {
  return (
    <MessageBlock icon={icon}>
      <Typography component={isPage ? 'h1' : 'p'} sx={{ fontWeight: 600, mt: 1 }}>
        {title}
      </Typography>
      {reason && <Muted>{reason}</Muted>}
      {action}
    </MessageBlock>
  );
}

export const LIST_FAILED = 'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.';

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <MessageBlock icon={<IconAlertTriangle size={20} stroke={1.75} />} tone="danger" role="alert">
      <Typography variant="body2" sx={{ mt: 1, mb: 1 }}>
        {message}
      </Typography>
      <ActionButton size="small" icon={IconRefresh} onClick={onRetry}>
        Reintentar
      </ActionButton>
    </MessageBlock>
  );
}

/** Why a list is empty: active filters, a search, or nothing yet. */
export function emptyReason(filters: number, search: string, texts: { noMatch: string; nothing: string }): string {
  const active = filters === 1 ? 'Hay 1 filtro activo' : `Hay ${filters} filtros activos`;
  if (filters > 0) return search ? `${active} y una búsqueda.` : `${active}.`;
  return search ? `${texts.noMatch} coincide con «${search}».` : texts.nothing;
}
