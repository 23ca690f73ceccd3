import type { AudienceOrder, AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { IconBan } from '../../../components/icons.ts';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { StateChip } from '../../../components/state-chip.tsx';
import type { Column } from '../../../components/table/types.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { calls } from '../texts.ts';

type AudienceColumn = Column<AudienceRow, AudienceOrder>;

/**
 * How much the window lets the table say. `usual` puts the substate beside the state and the day of the load into a title;
 * `narrow` also leaves out avatars and hours.
 */
export type AudienceRoom = 'full' | 'usual' | 'narrow';

const numberColumn = (room: AudienceRoom): AudienceColumn => ({
  key: 'number',
  // The order of the load is the list's own; it has no cell, so it is reached from here.
  heads: [
    { by: 'number', label: 'Número' },
    { by: 'id', label: 'Carga' },
  ],
  width: room === 'full' ? 214 : 144,
  tone: 'strong',
  figures: true,
  cell: ({ number, blocked }) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <bdi>{formatPhone(number)}</bdi>
      {blocked && <BlockedMark short={room !== 'full'} />}
    </Box>
  ),
});

const nameColumn = (room: AudienceRoom): AudienceColumn => ({
  key: 'name',
  heads: [{ label: 'Persona' }],
  width: room === 'full' ? 188 : 168,
  wraps: true,
  cell: ({ name }) => (name ? <span title={name}>{name}</span> : '—'),
});

/** The substate follows the chip in its cell: it says more about the state, and a column of its own would cost the name. */
const STATE_AND_SUBSTATE: AudienceColumn = {
  key: 'state',
  heads: [
    { by: 'stateName', label: 'Estado' },
    { by: 'substateName', label: 'Subestado' },
  ],
  cell: ({ stateName, stateColor, substateName }) => (
    <Box
      component="span"
      title={substateName ? `${stateName} · ${substateName}` : undefined}
      // A substate without room beside the chip goes to a second line, which is not shown.
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        height: '1.875rem',
        overflow: 'hidden',
        // As high as the line, whether or not a substate of two lines stands beside it.
        '& > :first-of-type': { marginBlock: '3px' },
      }}
    >
      <StateChip name={stateName} color={stateColor} />
      {substateName && (
        <Box
          component="span"
          sx={{
            flex: '1 1 4.5rem',
            minWidth: 0,
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
            whiteSpace: 'normal',
            fontSize: '0.8125rem',
            lineHeight: '0.9375rem',
          }}
        >
          {substateName}
        </Box>
      )}
    </Box>
  ),
};

const STATE: AudienceColumn = {
  key: 'state',
  heads: [{ by: 'stateName', label: 'Estado' }],
  width: 224,
  cell: ({ stateName, stateColor }) => <StateChip name={stateName} color={stateColor} />,
};

const SUBSTATE: AudienceColumn = {
  key: 'substate',
  heads: [{ by: 'substateName', label: 'Subestado' }],
  width: 208,
  cell: ({ substateName }) => (substateName ? <span title={substateName}>{substateName}</span> : '—'),
};

const operatorColumn = (width: number | undefined, hasAvatar: boolean): AudienceColumn => ({
  key: 'operator',
  heads: [{ by: 'userName', label: 'Operador' }],
  ...(width !== undefined && { width }),
  cell: ({ userName }) =>
    userName ? (
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }} title={userName}>
        {hasAvatar && <PersonAvatar name={userName} size={24} />}
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {userName}
        </Box>
      </Box>
    ) : (
      <Box component="span" sx={{ color: 'text.disabled' }}>
        Sin asignar
      </Box>
    ),
});

const CALLS: AudienceColumn = {
  key: 'calls',
  heads: [{ by: 'callCounter', label: 'Llamados' }],
  width: 80,
  align: 'end',
  figures: true,
  cell: ({ callCounter }) => formatCount(callCounter),
};

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
const dateColumn = (room: 'usual' | 'narrow'): AudienceColumn => ({
  key: 'updated',
  heads: [
    { by: 'updatedAt', label: 'Actualizado' },
    // Where there is no room for it, "Carga" sorts by the same.
    ...(room === 'usual' ? [{ by: 'createdAt' as const, label: 'Creado' }] : []),
  ],
  width: room === 'usual' ? 164 : 116,
  figures: true,
  cell: ({ createdAt, updatedAt }) => (
    <bdi title={`Actualizado: ${formatDateTime(updatedAt)}. Creado: ${formatDateTime(createdAt)}`}>
      {room === 'usual' ? formatDateTime(updatedAt) : formatDate(updatedAt)}
    </bdi>
  ),
});

/** Every field of spec 3's audience row, and the person. */
export function audienceColumns(room: AudienceRoom): readonly AudienceColumn[] {
  const [number, name] = [numberColumn(room), nameColumn(room)];
  switch (room) {
    case 'full':
      return [number, name, STATE, SUBSTATE, operatorColumn(undefined, true), CALLS, ...DATES];
    case 'usual':
      return [number, name, STATE_AND_SUBSTATE, operatorColumn(178, true), CALLS, dateColumn(room)];
    case 'narrow':
      return [number, name, STATE_AND_SUBSTATE, operatorColumn(144, false), CALLS, dateColumn(room)];
  }
}

/** A contact in two lines, for narrow screens. */
export function AudienceCompactRow({ row }: { row: AudienceRow }) {
  const { number, name, stateName, stateColor, substateName, userName, callCounter, blocked, updatedAt } = row;
  const facts = [name || undefined, userName ?? 'Sin asignar', substateName ?? undefined, calls(callCounter)];
  return (
    <>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography
          variant="cell"
          component="bdi"
          noWrap
          sx={{ fontWeight: 550, flex: 'none', fontVariantNumeric: 'tabular-nums' }}
        >
          {formatPhone(number)}
        </Typography>
        {blocked && <BlockedMark />}
        <Box component="span" sx={{ marginInlineStart: 'auto', minWidth: 0, display: 'inline-flex' }}>
          <StateChip name={stateName} color={stateColor} />
        </Box>
      </Box>
      <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
        {facts.filter((fact) => fact !== undefined).join(' · ')} · <bdi>{formatDateTime(updatedAt)}</bdi>
      </Typography>
    </>
  );
}

const Mark = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 3,
  height: '1.25rem',
  paddingBlock: 0,
  paddingInline: '3px 5px',
  borderRadius: theme.radius.chip,
  background: theme.palette.soft.danger.bg,
  color: theme.palette.soft.danger.text,
  fontSize: '0.71875rem',
  lineHeight: '1rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
}));

/**
 * Nobody may call the number, in any campaign (decisions 5): said in a word, not by a colour. Where the word would cost other
 * cells their names, a sign stands for it; the title and those who listen keep the word.
 */
function BlockedMark({ short = false }: { short?: boolean }) {
  return (
    <Mark
      title={short ? 'Bloqueado: no se debe llamar a este número' : 'No se debe llamar a este número'}
      style={short ? { paddingInline: 3 } : undefined}
    >
      <IconBan size={14} stroke={2} aria-hidden />
      {short ? <VisuallyHidden>Bloqueado</VisuallyHidden> : 'Bloqueado'}
    </Mark>
  );
}
