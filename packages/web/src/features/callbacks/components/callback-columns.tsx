import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import type { Column } from '../../../components/data-table/types.ts';
import type { Callback } from '../api/callbacks.ts';
import { DueTime, OverdueMark } from './due-time.tsx';

export const callbackColumns = (now: number): readonly Column<Callback, never>[] => [
  {
    key: 'when',
    heads: [{ label: 'Fecha y hora' }],
    width: 320,
    figures: true,
    cell: ({ callbackAt }) => (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.5 }}>
        <DueTime at={callbackAt} now={now} />
        <OverdueMark at={callbackAt} now={now} />
      </Box>
    ),
  },
  {
    key: 'number',
    heads: [{ label: 'Número' }],
    width: 150,
    tone: 'strong',
    figures: true,
    cell: ({ number }) => <bdi>{formatPhone(number)}</bdi>,
  },
  {
    key: 'name',
    heads: [{ label: 'Persona' }],
    width: 240,
    cell: ({ name }) => (name ? <span title={name}>{name}</span> : '—'),
  },
  {
    key: 'campaign',
    heads: [{ label: 'Campaña' }],
    cell: ({ campaignName }) => <span title={campaignName}>{campaignName}</span>,
  },
];
