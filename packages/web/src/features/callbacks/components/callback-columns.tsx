import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import type { Column } from '../../../components/data-table/types.ts';
import type { Callback } from '../api/callbacks.ts';
import { CallbackWhen } from './callback-when.tsx';

export const NO_OBSERVATIONS = 'Sin observaciones';

export const callbackColumns = (now: number): readonly Column<Callback, never>[] => [
  {
    key: 'when',
    heads: [{ label: 'Hora' }],
    width: 166,
    figures: true,
    cell: ({ callbackAt }) => <CallbackWhen at={callbackAt} now={now} />,
  },
  {
    key: 'number',
    heads: [{ label: 'Número' }],
    width: 124,
    tone: 'strong',
    figures: true,
    cell: ({ number }) => <bdi>{formatPhone(number)}</bdi>,
  },
  {
    key: 'name',
    heads: [{ label: 'Persona' }],
    width: 190,
    cell: ({ name }) => (name ? <span title={name}>{name}</span> : '—'),
  },
  {
    key: 'campaign',
    heads: [{ label: 'Campaña' }],
    width: 190,
    cell: ({ campaignName }) => <span title={campaignName}>{campaignName}</span>,
  },
  {
    key: 'observations',
    heads: [{ label: 'Última observación' }],
    cell: ({ observations }) =>
      observations ? (
        <span title={observations}>{observations}</span>
      ) : (
        <Box component="span" sx={{ color: 'text.disabled' }}>
          {NO_OBSERVATIONS}
        </Box>
      ),
  },
];
