import type { AudienceOrder, AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import type { Column } from '../../../components/data-table/types.ts';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { StateChip } from '../../../components/state-chip.tsx';
import { BlockedMark } from './blocked-mark.tsx';

type AudienceColumn = Column<AudienceRow, AudienceOrder>;

const numberColumn = (hasRoom: boolean): AudienceColumn => ({
  key: 'number',
  // The order of the load is the list's own; it has no cell, so it is reached from here.
  heads: [
    { by: 'number', label: 'Número' },
    { by: 'id', label: 'Carga' },
  ],
  width: hasRoom ? 214 : 152,
  tone: 'strong',
  figures: true,
  cell: ({ number, blocked }) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      <bdi>{formatPhone(number)}</bdi>
      {blocked && <BlockedMark short={!hasRoom} />}
    </Box>
  ),
});

/** Where there is room to spare; everywhere else the row's title tells it. */
const NAME: AudienceColumn = {
  key: 'name',
  heads: [{ label: 'Persona' }],
  width: 200,
  cell: ({ name }) => (name ? <span title={name}>{name}</span> : '—'),
};

const SUBSTATE: AudienceColumn = {
  key: 'substate',
  heads: [{ by: 'substateName', label: 'Subestado' }],
  width: 208,
  cell: ({ substateName }) => (substateName ? <span title={substateName}>{substateName}</span> : '—'),
};

const STATE: AudienceColumn = {
  key: 'state',
  heads: [{ by: 'stateName', label: 'Estado' }],
  width: 224,
  cell: ({ stateName, stateColor }) => <StateChip name={stateName} color={stateColor} />,
};

const WORK: readonly AudienceColumn[] = [
  {
    key: 'operator',
    heads: [{ by: 'userName', label: 'Operador' }],
    cell: ({ userName }) =>
      userName ? (
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }} title={userName}>
          <PersonAvatar name={userName} size={24} />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {userName}
          </Box>
        </Box>
      ) : (
        <Box component="span" sx={{ color: 'text.disabled' }}>
          Sin asignar
        </Box>
      ),
  },
  {
    key: 'calls',
    heads: [{ by: 'callCounter', label: 'Llamados' }],
    width: 84,
    align: 'end',
    figures: true,
    cell: ({ callCounter }) => formatCount(callCounter),
  },
];

const DATES: readonly AudienceColumn[] = [
  {
    key: 'created',
    heads: [{ by: 'createdAt', label: 'Creado' }],
    width: 112,
    figures: true,
    cell: ({ createdAt }) => <bdi title={formatDateTime(createdAt)}>{formatDate(createdAt)}</bdi>,
  },
  {
    key: 'updated',
    heads: [{ by: 'updatedAt', label: 'Actualizado' }],
    width: 168,
    figures: true,
    cell: ({ updatedAt }) => <bdi>{formatDateTime(updatedAt)}</bdi>,
  },
];

/** Whole names are worth more than the day of the load, which a load's calls share: told by the title, sorted from here. */
const DATE: AudienceColumn = {
  key: 'updated',
  heads: [
    { by: 'updatedAt', label: 'Actualizado' },
    { by: 'createdAt', label: 'Creado' },
  ],
  width: 184,
  figures: true,
  cell: ({ createdAt, updatedAt }) => (
    <bdi title={`Creado: ${formatDateTime(createdAt)}`}>{formatDateTime(updatedAt)}</bdi>
  ),
};

/** Every field of spec 3's audience row; at 1440 px no name of the catalogue is cut (design 6). */
export const audienceColumns = (hasRoom: boolean): readonly AudienceColumn[] =>
  hasRoom
    ? [numberColumn(true), NAME, STATE, SUBSTATE, ...WORK, ...DATES]
    : [numberColumn(false), STATE, SUBSTATE, ...WORK, DATE];
