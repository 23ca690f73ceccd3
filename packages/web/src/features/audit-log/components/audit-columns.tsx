import type { AuditEntry, AuditOrder } from '@campanero/contract/audit-log/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table/types.ts';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { ActionIcon } from './action-icon.tsx';

function WithMark({ mark, text }: { mark: ReactNode; text: string }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      {mark}
      <Box component="span" title={text} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {text}
      </Box>
    </Box>
  );
}

export const AUDIT_COLUMNS: readonly Column<AuditEntry, AuditOrder>[] = [
  {
    key: 'id',
    heads: [{ by: 'id', label: 'Id' }],
    width: 92,
    tone: 'quiet',
    figures: true,
    cell: ({ id }) => <bdi>{id}</bdi>,
  },
  {
    key: 'action',
    heads: [{ by: 'action', label: 'Acción' }],
    width: 200,
    tone: 'strong',
    cell: ({ action }) => <WithMark mark={<ActionIcon action={action} />} text={action} />,
  },
  {
    key: 'subaction',
    heads: [{ by: 'subaction', label: 'Subacción' }],
    width: 180,
    cell: ({ subaction }) => subaction,
  },
  {
    key: 'user',
    heads: [{ by: 'userName', label: 'Usuario' }],
    cell: ({ userName }) => <WithMark mark={<PersonAvatar name={userName} size={24} />} text={userName} />,
  },
  {
    key: 'createdAt',
    heads: [{ by: 'createdAt', label: 'Fecha' }],
    width: 210,
    figures: true,
    cell: ({ createdAt }) => <bdi>{formatDateTimeSeconds(createdAt)}</bdi>,
  },
];
