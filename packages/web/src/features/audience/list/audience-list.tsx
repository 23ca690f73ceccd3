import { audience } from '@campanero/contract/audience/endpoints';
import { NAME_SEARCH_MAX_CALLS } from '@campanero/contract/audience/filters';
import type { AudienceOrder, AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, styled, Typography } from '@mui/material';
import { Fragment } from 'react';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconBan, IconClockExclamation } from '../../../components/icons.ts';
import { Figures, Hint, Inline, Line } from '../../../components/layout.tsx';
import { defineList } from '../../../components/list/define-list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { LIST_FAILED } from '../../../components/page/messages.tsx';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { ChipFrame } from '../../../components/soft-chip.tsx';
import { StateChip } from '../../../components/state-chip.tsx';
import { TwoLineCell } from '../../../components/table/cells.tsx';
import { CutText } from '../../../components/table/cut-text.tsx';
import type { Column } from '../../../components/table/types.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useHasSpace } from '../../../lib/browser/room.ts';
import { useNow } from '../../../lib/clock.ts';
import { errorText } from '../../../lib/errors.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { whenTextShort } from '../../../lib/text/when.ts';
import { calls, EMPTY_TEXTS } from '../texts.ts';
import {
  audienceAddress,
  type AudienceChoices,
  audienceFilterForm,
  audienceFilters,
  type AudienceView,
  wireQuery,
} from './audience-filters.ts';

/** The exact count is fetched separately, so that it does not delay the rows. */
export const useAudienceList = defineList({
  address: audienceAddress,
  ask: (address, { campaignId, view }: { campaignId: number; view: AudienceView }) => {
    const query = wireQuery(view, address);
    return endpointQuery(['audience', campaignId], view === 'full' ? audience.list : audience.operatorList, {
      params: { id: campaignId },
      query: { ...query, later: '1' },
    });
  },
  count: (address, { campaignId, view }) => {
    const query = wireQuery(view, address);
    const { pageNumber: _page, pageSize: _size, orderbytitle: _by, orderbytype: _type, ...filters } = query;
    const input = { params: { id: campaignId }, query: filters };
    return endpointQuery(['audience', campaignId], audience.count, input, {
      read: ({ totalElementsCount }) => totalElementsCount,
    });
  },
  order: () => ({ by: 'id', direction: 'asc' }),
  filters: audienceFilterForm,
});
type AudienceListState = ReturnType<typeof useAudienceList>;

/** Below this width (px) the table scrolls. */
const READABLE: Record<AudienceRoom, number> = { full: 1340, usual: 1000, narrow: 900 };

export interface RowsProps {
  list: AudienceListState;
  isOwn?: boolean;
  linkTo: (row: AudienceRow) => string;
}

export function useAudienceRows({ list, isOwn = false, linkTo }: RowsProps) {
  const isFull = useHasSpace(READABLE.full);
  const isUsual = useHasSpace(READABLE.usual);
  const room: AudienceRoom = isFull ? 'full' : isUsual ? 'usual' : 'narrow';
  return {
    label: 'Audiencia',
    list,
    dense: true,
    columns: audienceColumns(room, isOwn),
    minWidth: READABLE[room],
    rowsOf: (page: { calls: AudienceRow[] }) => page.calls,
    rowKey: (row: AudienceRow) => row.id,
    rowTarget: (row: AudienceRow) => ({ to: linkTo(row) }),
    renderCompact: (row: AudienceRow) => <AudienceCompactRow row={row} isOwn={isOwn} />,
    failed: errorText(list.result.error, LIST_FAILED),
  };
}

interface AudienceListProps extends RowsProps {
  choices: AudienceChoices;
  figures: { total: number; unassigned: number; reserve: number } | undefined;
  /** Undefined if the user may not load now. */
  loadPath: string | undefined;
}

export const AudienceList = ({ choices, figures, loadPath, ...rows }: AudienceListProps) => (
  <ListTable
    {...useAudienceRows(rows)}
    search={figures && figures.total <= NAME_SEARCH_MAX_CALLS ? 'Buscar número o nombre' : 'Buscar número'}
    filters={audienceFilters(choices, {
      hasReserve: (figures?.reserve ?? 0) > 0 || rows.list.query.sample !== undefined,
    })}
    aside={
      figures && (
        <>
          <b>{formatCount(figures.unassigned)}</b> sin operador
          {figures.reserve > 0 && (
            <>
              {' '}
              · <b>{formatCount(figures.reserve)}</b> en reserva
            </>
          )}
        </>
      )
    }
    texts={EMPTY_TEXTS}
    begin={
      loadPath && (
        <ActionButton to={loadPath} variant="contained" size="small">
          Cargar audiencia
        </ActionButton>
      )
    }
  />
);

type AudienceColumn = Column<AudienceRow, AudienceOrder>;

/** `usual` puts the substate beside the state and hides the creation date; `narrow` also hides avatars and hours, and puts calls below the operator. */
type AudienceRoom = 'full' | 'usual' | 'narrow';

const numberColumn = (room: AudienceRoom): AudienceColumn => ({
  // The default order has no column of its own.
  head: 'Número',
  by: 'number',
  second: { label: 'Carga', by: 'id' },
  width: { full: 214, usual: 152, narrow: 144 }[room],
  tone: 'strong',
  figures: true,
  cell: ({ number, blocked, blockReason }) => (
    <Line component="span" gap={1} sx={{ display: 'inline-flex' }}>
      <bdi>{formatPhone(number)}</bdi>
      {blocked && <BlockedMark reason={blockReason} short={room !== 'full'} />}
    </Line>
  ),
});

/** Chip and substate in one cell: a column of its own would leave no room for the name. */
const STATE_AND_SUBSTATE: AudienceColumn = {
  head: 'Estado',
  by: 'stateName',
  second: { label: 'Subestado', by: 'substateName' },
  cell: ({ stateName, stateColor, substateName }) => (
    <Inline
      component="span"
      data-cut=""
      // A substate that does not fit wraps to a hidden second line.
      gap={0}
      sx={{ columnGap: 1.5, height: '1.5rem', overflow: 'hidden' }}
    >
      <StateChip name={stateName} color={stateColor} />
      {substateName && <CutText sx={{ flex: '1 1 4.5rem', fontSize: '0.8125rem' }}>{substateName}</CutText>}
    </Inline>
  ),
};

const STATE_COLUMNS: readonly AudienceColumn[] = [
  {
    head: 'Estado',
    by: 'stateName',
    width: 216,
    cell: ({ stateName, stateColor }) => <StateChip name={stateName} color={stateColor} />,
  },
  { head: 'Subestado', by: 'substateName', width: 184, cell: ({ substateName }) => substateName ?? '—' },
];

const operatorColumn = (width: number | undefined, hasAvatar: boolean): AudienceColumn => ({
  head: 'Operador',
  by: 'userName',
  width,
  cell: ({ userName, inReserve }) =>
    userName ? (
      <Line component="span">
        {hasAvatar && <PersonAvatar name={userName} size={24} />}
        <CutText>{userName}</CutText>
      </Line>
    ) : (
      <Box component="span" sx={{ color: 'text.disabled' }}>
        {inReserve ? 'En reserva' : 'Sin asignar'}
      </Box>
    ),
});

function CallbackHour({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return '—';
  const isDue = Date.parse(at) <= now.getTime();
  return (
    <Box
      component="time"
      dateTime={at}
      title={formatDateTime(at)}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        ...(isDue ? { color: 'soft.brass.text', fontWeight: 600 } : { color: 'text.primary' }),
      }}
    >
      {isDue && <IconClockExclamation size={16} stroke={1.75} aria-hidden />}
      <bdi>{whenTextShort(at)}</bdi>
      {isDue && <VisuallyHidden> vencido</VisuallyHidden>}
    </Box>
  );
}

const CALLS: AudienceColumn = {
  head: 'Llamados',
  by: 'callCounter',
  width: 80,
  align: 'end',
  figures: true,
  cell: ({ callCounter }) => formatCount(callCounter),
};

const CALLBACK: AudienceColumn = {
  head: 'Rellamado',
  width: 136,
  figures: true,
  cell: ({ callbackAt }) => <CallbackHour at={callbackAt} />,
};

/** In one cell, so that states are not cut; `isEmpty`: there is nothing above the calls. */
const withCalls = (column: AudienceColumn, isEmpty: (row: AudienceRow) => boolean): AudienceColumn => ({
  ...column,
  second: { label: CALLS.head, by: CALLS.by },
  width: 152,
  cell: (row) =>
    isEmpty(row) ? calls(row.callCounter) : <TwoLineCell first={column.cell(row)} second={calls(row.callCounter)} />,
});

const DATES: readonly AudienceColumn[] = [
  {
    head: 'Creado',
    by: 'createdAt',
    width: 112,
    figures: true,
    cell: ({ createdAt }) => <bdi title={formatDateTime(createdAt)}>{formatDate(createdAt)}</bdi>,
  },
  {
    head: 'Actualizado',
    by: 'updatedAt',
    width: 168,
    figures: true,
    cell: ({ updatedAt }) => <bdi>{formatDateTime(updatedAt)}</bdi>,
  },
];

/** The creation date is only in the title, but can be sorted by. */
const dateColumn = (room: 'usual' | 'narrow'): AudienceColumn => ({
  head: 'Actualizado',
  by: 'updatedAt',
  // In narrow tables "Carga" gives the same order.
  second: room === 'usual' ? { label: 'Creado', by: 'createdAt' } : undefined,
  width: room === 'usual' ? 172 : 116,
  figures: true,
  cell: ({ createdAt, updatedAt }) => (
    <bdi title={`Actualizado: ${formatDateTime(updatedAt)}. Creado: ${formatDateTime(createdAt)}`}>
      {room === 'usual' ? formatDateTime(updatedAt) : formatDate(updatedAt)}
    </bdi>
  ),
});

function audienceColumns(room: AudienceRoom, isOwn: boolean): readonly AudienceColumn[] {
  // The width of a chip and most substates.
  const states =
    room === 'full' ? STATE_COLUMNS : [{ ...STATE_AND_SUBSTATE, width: room === 'narrow' ? 256 : undefined }];
  const dates = room === 'full' ? DATES : [dateColumn(room)];
  const whose = isOwn ? CALLBACK : operatorColumn(room === 'full' ? 196 : 178, room !== 'narrow');
  const isEmpty = ({ callbackAt }: AudienceRow) => isOwn && callbackAt === null;
  return [
    numberColumn(room),
    // Shares the rest with the state: neither is cut while the other has space.
    { head: 'Persona', cell: (row) => row.name || '—' },
    ...states,
    ...(room === 'narrow' ? [withCalls(whose, isEmpty)] : [whose, CALLS]),
    ...dates,
  ];
}

function AudienceCompactRow({ row, isOwn }: { row: AudienceRow; isOwn: boolean }) {
  const { number, name, stateName, stateColor, substateName, userName, callbackAt, callCounter, updatedAt } = row;
  const operator = isOwn ? undefined : (userName ?? 'Sin asignar');
  const facts = Object.entries({ name, operator, substateName, made: calls(callCounter) }).filter(([, fact]) => fact);
  return (
    <>
      <Line component="span" sx={{ mb: 1 }}>
        <Figures component="bdi" sx={{ typography: 'cell', fontWeight: 550, flex: 'none', whiteSpace: 'nowrap' }}>
          {formatPhone(number)}
        </Figures>
        {row.blocked && <BlockedMark />}
        <Box component="span" sx={{ marginInlineStart: 'auto', minWidth: 0, display: 'inline-flex' }}>
          <StateChip name={stateName} color={stateColor} />
        </Box>
      </Line>
      <Typography variant="caption" component="span" color="textDisabled" sx={{ display: 'block' }}>
        {facts.map(([key, fact]) => (
          <Fragment key={key}>
            <WholeFact>{fact} ·</WholeFact>{' '}
          </Fragment>
        ))}
        <WholeFact as="bdi">{formatDateTime(updatedAt)}</WholeFact>
      </Typography>
      {row.blockReason && (
        <Hint component="span" sx={{ display: 'block', mt: 0.5, color: 'text.secondary' }}>
          {row.blockReason}
        </Hint>
      )}
      {isOwn && callbackAt !== null && (
        <Figures component="span" sx={{ typography: 'body2', display: 'block', mt: 0.5 }}>
          Rellamado: <CallbackHour at={callbackAt} />
        </Figures>
      )}
    </>
  );
}

/** Lines break between facts only. */
const WholeFact = styled('span')({ display: 'inline-block' });

const Mark = styled(ChipFrame)(({ theme }) => ({
  gap: 3,
  minHeight: '1.25rem',
  paddingInline: '3px 5px',
  background: theme.palette.soft.danger.bg,
  color: theme.palette.soft.danger.text,
  fontSize: '0.71875rem',
}));

/** `short`: only an icon, where the word would leave no room. */
const BlockedMark = ({ reason, short = false }: { reason?: string | null; short?: boolean }) => (
  <Mark title={reason ? `Bloqueado. ${reason}` : undefined} style={short ? { paddingInline: 3 } : undefined}>
    <IconBan size={14} stroke={2} aria-hidden />
    {!short && 'Bloqueado'}
    <VisuallyHidden>
      {short && 'Bloqueado'}
      {reason && `. ${reason}`}
    </VisuallyHidden>
  </Mark>
);
