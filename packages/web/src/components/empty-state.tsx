import Typography from '@mui/material/Typography';
import { IconSearch } from './icons.ts';
import type { ReactNode } from 'react';
import { MessageBlock } from './message-block.tsx';

const SEARCHED = <IconSearch size={20} stroke={1.75} />;

interface EmptyStateProps {
  /** The specification's sentence. */
  title: string;
  /** Why there is nothing: filters, or simply nothing yet. */
  reason?: string;
  action?: ReactNode;
  icon?: ReactNode;
}

export function EmptyState({ title, reason, action, icon = SEARCHED }: EmptyStateProps) {
  return (
    <MessageBlock icon={icon}>
      <Typography sx={{ fontWeight: 600, mt: 1 }}>{title}</Typography>
      {reason && (
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
      )}
      {action}
    </MessageBlock>
  );
}
