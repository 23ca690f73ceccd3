import { formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { id, pagingQuery } from '@campanero/contract/shared/paging';
import { fold } from '@campanero/contract/shared/text';
import { Box, Button, OutlinedInput, Typography } from '@mui/material';
import { queryOptions } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { useTypedSearch } from '../../components/fields/search-input.tsx';
import { IconCalendarTime, IconClockExclamation, IconPhone, IconSearch } from '../../components/icons.ts';
import { defineList } from '../../components/list/define-list.ts';
import { filterForm } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { Figures, Inline, Muted } from '../../components/layout.tsx';
import { EmptyState } from '../../components/page/messages.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import type { Column, RowGroup } from '../../components/table/types.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { errorText } from '../../lib/errors.ts';
import { type Callback, callbacksQuery, GROUP_TITLES, groupOf, isDue, whenInWords } from './callbacks.ts';

const PAGE_SIZE = 50;
const filters = z.object({ campaignId: id.optional() });

/** The whole list is loaded: search and paging happen here. */
export const useCallbackList = defineList({
  address: pagingQuery(['callbackAt']).pick({ pageNumber: true, general: true }).extend(filters.shape),
  ask: ({ general = '', campaignId, pageNumber }) =>
    queryOptions({
      ...callbacksQuery(),
      select: (all: Callback[]) => {
        const matching = all.filter((callback) => isOf(callback, campaignId) && holds(callback, general));
        const shown = matching.slice(pageNumber * PAGE_SIZE, (pageNumber + 1) * PAGE_SIZE);
        return { all, matching, shown, totalElementsCount: matching.length };
      },
    }),
  pageSize: PAGE_SIZE,
  filters: filterForm(filters),
});
type CallbackListState = ReturnType<typeof useCallbackList>;

const isOf = (callback: Callback, campaignId: number | undefined) =>
  campaignId === undefined || callback.campaignId === campaignId;

function holds({ number, name }: Callback, typed: string): boolean {
  const digits = typed.replaceAll(/[\s().+-]/g, '');
  if (/^\d+$/.test(digits)) return number.includes(digits);
  return fold(name).includes(fold(typed));
}

/** With an icon: colour must not be the only sign. */
const LATE_TITLE = (
  <Inline component="span" sx={{ display: 'inline-flex', '& svg': { color: 'soft.brass.text' } }}>
    <IconClockExclamation size={18} stroke={1.75} aria-hidden />
    {GROUP_TITLES.due}
  </Inline>
);

export function CallbackList(props: { list: CallbackListState; now: number; linkTo: (callback: Callback) => string }) {
  const { list, now, linkTo } = props;
  const columns = useMemo(() => callbackColumns(now), [now]);
  const { data, error } = list.result;
  const matching = data?.matching ?? [];
  const callable = (callback: Callback) => callback.openForCalls && isDue(callback.callbackAt, now);
  // The list is sorted: the first one waits longest.
  const oldest = matching.find(callable)?.callId;
  const group = ({ callbackAt }: Callback): RowGroup => {
    const key = groupOf(callbackAt, now);
    const count = matching.filter((callback) => groupOf(callback.callbackAt, now) === key).length;
    return { key, title: key === 'due' ? LATE_TITLE : GROUP_TITLES[key], count };
  };
  const callButton = (callback: Callback) =>
    callable(callback) ? (
      <Button
        size="small"
        variant={callback.callId === oldest ? 'contained' : 'outlined'}
        component={Link}
        to={linkTo(callback)}
        startIcon={<IconPhone size={16} stroke={1.75} aria-hidden />}
        sx={{ height: { xs: '2.5rem', md: '2rem' } }}
      >
        Llamar<VisuallyHidden> al {formatPhone(callback.number)}</VisuallyHidden>
      </Button>
    ) : null;
  return (
    <ListTable
      label="Mis rellamados"
      list={list}
      rowsOf={(page) => page.shown}
      columns={columns}
      minWidth={900}
      dense
      rowKey={({ callId }) => callId}
      rowTarget={(row) => ({ to: linkTo(row) })}
      groupOf={group}
      action={{ label: 'Llamar', width: 116, render: callButton }}
      // Refetches are not announced.
      isQuiet
      renderCompact={(row) => <CallbackCompactRow row={row} now={now} />}
      empty={
        data?.all.length ? (
          <EmptyState
            title="No se encontraron registros"
            reason="Ningún rellamado coincide con lo buscado."
            action={
              <Button variant="text" size="small" onClick={list.onClear}>
                Limpiar búsqueda
              </Button>
            }
          />
        ) : (
          <EmptyState
            title="No tiene rellamados con fecha"
            reason="Al registrar un llamado con un estado de rellamado puede acordar día y hora."
            icon={<IconCalendarTime size={20} stroke={1.75} />}
          />
        )
      }
      failed={errorText(error)}
    />
  );
}

const SEARCH = 'Buscar número o persona';
const ALL = 0;

export function CallbackFilters({ list }: { list: CallbackListState }) {
  const { search, onSearch, change } = list;
  const { campaignId } = list.query;
  const all = list.result.data?.all;
  const campaigns = useMemo(() => new Map(all?.map((one) => [one.campaignId, one.campaignName])), [all]);
  const [typed, setTyped] = useTypedSearch(search, onSearch);
  const label = useId();
  return (
    <Inline role="search" gap={3} sx={{ alignItems: 'stretch' }}>
      <OutlinedInput
        type="search"
        size="small"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={SEARCH}
        inputProps={{ 'aria-label': SEARCH, maxLength: 200 }}
        startAdornment={<IconSearch size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />}
        sx={{
          paddingInlineStart: 2.5,
          '& input': { paddingInlineStart: 2 },
          width: '15rem',
          flex: { xs: '1 1 12rem', sm: '0 0 auto' },
        }}
      />
      {(campaigns.size > 1 || campaignId !== undefined) && (
        <>
          <VisuallyHidden id={label}>Campaña</VisuallyHidden>
          <ChoiceMenu
            labelledBy={label}
            value={campaignId ?? ALL}
            options={[
              { value: ALL, label: 'Todas las campañas' },
              ...[...campaigns].map(([value, name]) => ({ value, label: name })),
            ]}
            onChange={(chosen) => change({ campaignId: chosen === ALL ? undefined : chosen })}
            outlined
            style={{ minWidth: '12rem', maxWidth: '20rem', fontWeight: 500 }}
          />
        </>
      )}
    </Inline>
  );
}

const callbackColumns = (now: number): readonly Column<Callback, never>[] => [
  { head: 'Hora', width: 164, figures: true, cell: ({ callbackAt }) => <CallbackWhen at={callbackAt} now={now} /> },
  { head: 'Número', width: 124, tone: 'strong', figures: true, cell: ({ number }) => <bdi>{formatPhone(number)}</bdi> },
  {
    head: 'Persona',
    second: { label: 'Campaña' },
    width: 340,
    cell: ({ name, campaignName }) => <TwoLineCell first={name || '—'} second={campaignName} />,
  },
  { head: 'Última observación', cell: ({ observations }) => observations || '—' },
];

function CallbackCompactRow({ row, now }: { row: Callback; now: number }) {
  const { number, name, campaignName, callbackAt, observations } = row;
  return (
    <>
      <Inline component="span" sx={{ alignItems: 'baseline', rowGap: 0, mb: 0.5 }}>
        <Figures component="bdi" sx={{ typography: 'cell', fontWeight: 550, flex: 'none', whiteSpace: 'nowrap' }}>
          {formatPhone(number)}
        </Figures>
        <Muted
          component="span"
          sx={{
            fontVariantNumeric: 'tabular-nums',
            marginInlineStart: 'auto',
            whiteSpace: 'nowrap',
            // Beside the button only the number fits: the hour wraps.
            '@media (max-width: 359.95px)': { flexBasis: '100%' },
          }}
        >
          <CallbackWhen at={callbackAt} now={now} />
        </Muted>
      </Inline>
      <Muted component="span" sx={{ display: 'block' }}>
        {[name, campaignName].filter(Boolean).join(' · ')}
      </Muted>
      <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
        {observations ?? 'Sin observaciones'}
      </Typography>
    </>
  );
}

const CallbackWhen = ({ at, now }: { at: string; now: number }) => (
  <Box component="bdi" title={formatDateTime(at)} sx={{ display: 'inline-flex', gap: 2 }}>
    <Box component="span" sx={{ fontWeight: 600, color: isDue(at, now) ? 'soft.brass.text' : 'text.primary' }}>
      {formatTime(at)}
    </Box>
    {whenInWords(at, now)}
  </Box>
);
