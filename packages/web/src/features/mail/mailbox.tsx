import type { MailExport, MailMessage, MailRow } from '@campanero/contract/mail/endpoints';
import { linkName } from '@campanero/contract/mail/links';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button, Link as MuiLink, Skeleton, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../components/action-button.tsx';
import { SearchInput, useTypedSearch } from '../../components/fields/search-input.tsx';
import { fileSize } from '../../components/files/file-list.tsx';
import { expiryText, FileStrip } from '../../components/files/file-strip.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconDownload, IconFilter, IconMail, IconRefresh } from '../../components/icons.ts';
import { Centered, Inline, Line, Muted, PlainList } from '../../components/layout.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { Loading } from '../../components/page/page-header.tsx';
import { PageTurner } from '../../components/table/pager.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useNow } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/page.ts';
import { LOW_WINDOW } from '../../theme/tokens.ts';
import { type MailListState, mailQuery, useMarkMail } from './api.ts';
import { type LinkRules, mailTime, standsAlone, subjectParts, textParts } from './texts.ts';

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
  '& [data-about], & [data-preview]': { ...theme.typography.body2, gridColumn: '2 / 4' },
  '& [data-preview]': { color: theme.palette.text.disabled },
}));

type MailListProps = { list: MailListState; addressOf: (mailId: number) => string; onReach?: (mailId: number) => void };

/** Up, Down, Home and End move between the messages. */
export function MailList({ list, addressOf, onReach }: MailListProps) {
  const { result, paging, query } = list;
  const [typed, setTyped] = useTypedSearch(list.search, list.onSearch);
  const onlyUnread = query.unread === true;
  return (
    <Box component="section" aria-label="Mensajes" sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Line role="search" gap={1} sx={{ p: '10px 12px', borderBottom: 1, borderColor: 'line.soft' }}>
        <SearchInput label="Buscar mensajes" value={typed} onChange={setTyped} sx={{ flex: 1, marginInlineEnd: 1 }} />
        <IconAction
          label="Solo sin leer"
          aria-pressed={onlyUnread}
          color={onlyUnread ? 'primary' : 'default'}
          onClick={() => list.change({ unread: onlyUnread ? undefined : true })}
        >
          <IconFilter size={18} stroke={onlyUnread ? 2.25 : 1.75} aria-hidden />
        </IconAction>
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
  const rows = result.data?.mails ?? [];
  if (rows.length === 0)
    return (
      <Centered sx={{ flex: 1 }}>
        {result.data ? (
          <NoMail list={list} />
        ) : result.isFetching ? (
          <WaitingRows />
        ) : (
          <ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />
        )}
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
  const { event, about } = subjectParts(row.subject);
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
        {event}
      </span>
      <time dateTime={row.createdAt} title={formatDateTime(row.createdAt)}>
        <bdi>{mailTime(row.createdAt, now)}</bdi>
      </time>
      {about ? (
        <span data-about title={about}>
          {about}
        </span>
      ) : (
        <span data-preview>{row.preview}</span>
      )}
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

const WaitingRows = () => (
  <Loading gap={6} sx={{ alignSelf: 'start', width: '100%', p: 4 }}>
    {Array.from({ length: 6 }, (_, place) => (
      <Skeleton key={place} height={28} />
    ))}
  </Loading>
);

const FAILED = 'No fue posible abrir el mensaje. Inténtelo de nuevo.';

type MailLinks = { pageExists: (pathname: string) => boolean; export: (exportId: string) => string };

/** The message of the address; it is marked as read once shown. `takesFocus`: on a small screen, which shows it alone. */
export function OpenMail({ mailId, links, takesFocus }: { mailId: number; links: MailLinks; takesFocus: boolean }) {
  const { data: message, error, refetch } = useQuery(mailQuery(mailId));
  const { mutate } = useMarkMail();
  const mark = useCallback((read: '0' | '1') => mutate({ params: { id: mailId }, query: { read } }), [mutate, mailId]);
  // Once, so that a message marked as unread stays unread.
  const isMarked = useRef(false);
  useEffect(() => {
    if (!message || isMarked.current) return;
    isMarked.current = true;
    if (!message.read) mark('1');
  }, [message, mark]);
  if (message) return <Message message={message} links={links} takesFocus={takesFocus} onUnread={() => mark('0')} />;
  if (!error) return null;
  return (
    <Centered sx={{ height: '100%' }}>
      <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />
    </Centered>
  );
}

type MessageProps = { message: MailMessage; links: MailLinks; takesFocus: boolean; onUnread: () => void };

function Message({ message, links, takesFocus, onUnread }: MessageProps) {
  const { subject, createdAt, body, site } = message;
  usePageTitle(`${subject} · Inbox`);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const rules: LinkRules = { sites: [window.location.origin, site], pageExists: links.pageExists };
  return (
    <Box component="article" aria-label={subject} sx={{ p: { xs: '16px', md: '24px 32px' }, minWidth: 0 }}>
      <Typography
        ref={title}
        tabIndex={-1}
        variant="h2"
        sx={{ fontSize: '1.125rem', lineHeight: '1.625rem', overflowWrap: 'anywhere', outline: 'none' }}
      >
        {subject}
      </Typography>
      <Inline sx={{ gap: '0 16px', mt: 1, minHeight: '2rem' }}>
        <Muted component="p" sx={{ m: 0, color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
          Campanero · <bdi>{formatDateTime(createdAt)}</bdi>
        </Muted>
        {message.read && (
          <Button variant="text" size="small" onClick={onUnread} sx={{ marginInlineStart: '-12px' }}>
            Marcar como no leído
          </Button>
        )}
      </Inline>
      {message.export && <ExportStrip file={message.export} linkTo={links.export} />}
      <Typography
        component="div"
        sx={{
          mt: 5,
          maxWidth: 600,
          fontSize: '0.90625rem',
          lineHeight: '1.375rem',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
        }}
      >
        <LinkedText text={body.trim()} rules={rules} />
      </Typography>
    </Box>
  );
}

/** Plain text with links; never markup. */
const LinkedText = ({ text, rules }: { text: string; rules: LinkRules }) =>
  textParts(text, rules).map((part) => {
    if ('to' in part)
      return (
        <MuiLink key={part.at} component={Link} to={part.to} sx={{ fontWeight: 550 }}>
          {standsAlone(text, part) ? linkName(part.to) : part.text}
        </MuiLink>
      );
    if ('href' in part)
      return (
        <MuiLink key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </MuiLink>
      );
    return <Fragment key={part.at}>{part.text}</Fragment>;
  });

function ExportStrip({ file, linkTo }: { file: MailExport; linkTo: MailLinks['export'] }) {
  const { fileName, rows, bytes, expiresAt } = file;
  const left = expiryText(Date.parse(expiresAt), useNow().getTime());
  const facts = [
    ...(rows === null ? [] : [formatCounted(rows, 'fila', 'filas')]),
    ...(bytes === null ? [] : [fileSize(bytes)]),
  ];
  return (
    <FileStrip name={fileName} facts={facts} left={left ?? 'el archivo venció'}>
      {left && (
        <ActionButton variant="contained" to={linkTo(file.id)} icon={IconDownload} stroke={2}>
          Descargar
        </ActionButton>
      )}
    </FileStrip>
  );
}
