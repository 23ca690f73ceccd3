import type { MailRow } from '@campanero/contract/mail/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Box, Button, IconButton, Skeleton, styled } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { SearchInput, useTypedSearch } from '../../components/fields/search-input.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconFilter, IconMail, IconRefresh } from '../../components/icons.ts';
import { Centered, Line, PlainList } from '../../components/layout.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { PageTurner } from '../../components/table/pager.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useNow } from '../../lib/clock.ts';
import { LOW_WINDOW } from '../../theme/tokens.ts';
import type { MailListState } from './api.ts';
import { mailTime } from './texts.ts';

const Rows = styled(PlainList)({ flex: 1, '& > li:last-of-type > a': { borderBottom: 0 } });

const Row = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '8px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 10,
  rowGap: 2,
  paddingBlock: 10,
  paddingInline: '12px 16px',
  minHeight: '3.75rem',
  // All rows and the pager fit into a low window.
  [`@media ${LOW_WINDOW}`]: { minHeight: '3.125rem', paddingBlock: 5 },
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  color: theme.palette.text.secondary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.palette.surface.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current="true"]': { backgroundColor: theme.palette.surface.selected },
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& [data-dot]': { width: 8, height: 8, borderRadius: '50%' },
  '&[data-unread] [data-dot]': { backgroundColor: theme.palette.primary.main },
  '& [data-subject]': { ...theme.typography.cell, lineHeight: '1.25rem' },
  '&[data-unread] [data-subject], &[aria-current="true"] [data-subject]': {
    fontWeight: 600,
    color: theme.palette.text.primary,
  },
  '& time': { ...theme.typography.caption, color: theme.palette.text.disabled, fontVariantNumeric: 'tabular-nums' },
  '& [data-preview]': { ...theme.typography.body2, gridColumn: '2 / 4', color: theme.palette.text.disabled },
}));

type MailListProps = { list: MailListState; addressOf: (mailId: number) => string; onReach?: (mailId: number) => void };

/** Up, Down, Home and End move between the messages. */
export function MailList({ list, addressOf, onReach }: MailListProps) {
  const { result, paging, query } = list;
  const [typed, setTyped] = useTypedSearch(list.search, list.onSearch);
  const onlyUnread = query.unread === true;
  const filterLabel = 'Solo sin leer';
  return (
    <Box component="section" aria-label="Mensajes" sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Line role="search" gap={1} sx={{ p: '10px 12px', borderBottom: 1, borderColor: 'line.soft' }}>
        <SearchInput label="Buscar mensajes" value={typed} onChange={setTyped} sx={{ flex: 1, marginInlineEnd: 1 }} />
        <Tooltip title={filterLabel}>
          <IconButton
            aria-label={filterLabel}
            aria-pressed={onlyUnread}
            color={onlyUnread ? 'primary' : 'default'}
            onClick={() => list.change({ unread: onlyUnread ? undefined : true })}
          >
            <IconFilter size={18} stroke={onlyUnread ? 2.25 : 1.75} aria-hidden />
          </IconButton>
        </Tooltip>
        <IconAction label="Actualizar" onClick={() => void result.refetch()} icon={IconRefresh} />
      </Line>
      <MailRows list={list} addressOf={addressOf} onReach={onReach} />
      <PageTurner {...paging} />
    </Box>
  );
}

function MailRows({ list, addressOf, onReach }: MailListProps) {
  const { result, query } = list;
  const now = useNow().getTime();
  if (!result.data)
    return (
      <Centered sx={{ flex: 1 }}>
        {result.isFetching ? (
          <WaitingRows />
        ) : (
          <ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />
        )}
      </Centered>
    );
  const rows = result.data.mails;
  if (rows.length === 0)
    return (
      <Centered sx={{ flex: 1 }}>
        <NoMail list={list} />
      </Centered>
    );
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')];
    const to = placeAfter(event.key, links.indexOf(document.activeElement as HTMLAnchorElement), links.length);
    const row = to === undefined ? undefined : rows[to];
    if (to === undefined || row === undefined) return;
    event.preventDefault();
    links[to]?.focus();
    onReach?.(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its links, which bubble up here
    <Rows onKeyDown={move}>
      {rows.map((row) => (
        <li key={row.id}>
          <MailRowLink row={row} to={addressOf(row.id)} isOpen={row.id === query.mail} now={now} />
        </li>
      ))}
    </Rows>
  );
}

function placeAfter(key: string, place: number, count: number): number | undefined {
  if (place === -1) return undefined;
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function MailRowLink({ row, to, isOpen, now }: { row: MailRow; to: string; isOpen: boolean; now: number }) {
  return (
    <Row
      to={to}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      data-unread={row.read ? undefined : ''}
      data-mail={row.id}
    >
      <span data-dot aria-hidden />
      <span data-subject>
        {!row.read && <VisuallyHidden>Sin leer: </VisuallyHidden>}
        {row.subject}
      </span>
      <time dateTime={row.createdAt} title={formatDateTime(row.createdAt)}>
        <bdi>{mailTime(row.createdAt, now)}</bdi>
      </time>
      <span data-preview>{row.preview}</span>
    </Row>
  );
}

function NoMail({ list }: { list: MailListState }) {
  const isNarrowed = list.search !== '' || list.query.unread === true;
  return (
    <EmptyState
      icon={<IconMail size={20} stroke={1.75} />}
      title={isNarrowed ? 'Ningún mensaje coincide' : 'Todavía no hay mensajes'}
      reason={isNarrowed ? undefined : 'Aquí quedan los avisos que el sistema también envía a su correo.'}
      action={
        isNarrowed && (
          <Button variant="text" size="small" onClick={list.onClear}>
            Ver todos
          </Button>
        )
      }
    />
  );
}

function WaitingRows() {
  return (
    <Delayed>
      <Box role="status" sx={{ alignSelf: 'start', width: '100%', p: 4 }}>
        <VisuallyHidden>Cargando…</VisuallyHidden>
        {Array.from({ length: 6 }, (_, place) => (
          <Skeleton key={place} height={28} sx={{ mb: 6 }} />
        ))}
      </Box>
    </Delayed>
  );
}
