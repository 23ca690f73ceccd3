import { formatCount } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useIsAdmitted } from '../../lib/session-api.ts';
import { unreadQuery } from './api.ts';

const Count = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  minWidth: 22,
  padding: '0 6px',
  borderRadius: 9,
  backgroundColor: theme.palette.soft.primary.bg,
  color: theme.palette.soft.primary.text,
  fontSize: '0.75rem',
  lineHeight: '1.25rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
}));

export function InboxCount() {
  const { data: unread = 0 } = useQuery({ ...unreadQuery(), enabled: useIsAdmitted() });
  if (unread === 0) return null;
  return (
    <Count lang="es">
      {formatCount(unread)}
      <VisuallyHidden> sin leer</VisuallyHidden>
    </Count>
  );
}
