import type { AuditEntry, AuditOrder } from '@campanero/contract/audit-log/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table/types.ts';
import { TwoLineCell } from '../../../components/data-table/two-line-cell.tsx';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { happenedText } from '../audit-changes.ts';
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

type AuditColumn = Column<AuditEntry, AuditOrder>;

const ID: AuditColumn = {
  key: 'id',
  heads: [{ by: 'id', label: 'Id' }],
  width: 76,
  tone: 'quiet',
  figures: true,
  cell: ({ id }) => <bdi>{id}</bdi>,
};

const ACTIONS: readonly AuditColumn[] = [
  {
    key: 'action',
    heads: [{ by: 'action', label: 'Acción' }],
    width: 142,
    tone: 'strong',
    cell: ({ action }) => <WithMark mark={<ActionIcon action={action} />} text={action} />,
  },
  {
    key: 'subaction',
    heads: [{ by: 'subaction', label: 'Subacción' }],
    width: 114,
    cell: ({ subaction }) => subaction,
  },
];

/** Both in one cell, where two columns would leave no room for the words. */
const ACTION: AuditColumn = {
  key: 'action',
  heads: [
    { by: 'action', label: 'Acción' },
    { by: 'subaction', label: 'Subacción' },
  ],
  width: 164,
  tone: 'strong',
  cell: ({ action, subaction }) => (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <ActionIcon action={action} />
      <span>
        <TwoLineCell first={action} second={subaction} />
      </span>
    </Box>
  ),
};

const REST: readonly AuditColumn[] = [
  {
    key: 'happened',
    heads: [{ label: 'Qué pasó' }],
    cell: (record) => <span title={happenedText(record)}>{happenedText(record)}</span>,
  },
  {
    key: 'user',
    heads: [{ by: 'userName', label: 'Usuario' }],
    width: 186,
    cell: ({ userName }) => <WithMark mark={<PersonAvatar name={userName} size={24} />} text={userName} />,
  },
  {
    key: 'createdAt',
    heads: [{ by: 'createdAt', label: 'Fecha' }],
    width: 196,
    figures: true,
    cell: ({ createdAt }) => <bdi>{formatDateTimeSeconds(createdAt)}</bdi>,
  },
];

export const auditColumns = (hasRoom: boolean): readonly AuditColumn[] =>
  hasRoom ? [ID, ...ACTIONS, ...REST] : [ID, ACTION, ...REST];
