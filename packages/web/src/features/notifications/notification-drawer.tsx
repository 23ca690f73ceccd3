import { type Notification, notifications } from '@campanero/contract/notifications/endpoints';
import { formatDate, formatDateTime, formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Button, IconButton, Link, styled } from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { IconBell, IconX } from '../../components/icons.ts';
import { Centered, Figures, Grow, Hint, Inline, Line, PlainList } from '../../components/layout.tsx';
import { EmptyState, ErrorState } from '../../components/page/messages.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { SnackbarTile } from '../../components/snackbar/snackbar-host.tsx';
import { SoftTile } from '../../components/soft-chip.tsx';
import { useText, useTextLang } from '../../i18n/i18n.ts';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { now } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { forgetSnackbars, notify, type Snackbar, useRecentSnackbars } from '../../lib/snackbar.ts';
import { linkOf, nextLinks, type NotificationLinks, notificationsQuery } from './api.ts';
import { countsOf, NOTIFICATION_KINDS, sentenceOf } from './kinds.ts';

const HOUR_MS = 3_600_000;
const BELL = <IconBell size={20} stroke={1.75} />;

interface NotificationDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  list: Notification[] | undefined;
  /** The list may hold only the newest. */
  total: number;
  error: Error | null;
  onRetry: () => void;
  links: NotificationLinks;
}

export function NotificationDrawer({ isOpen, onClose, list, total, error, onRetry, links }: NotificationDrawerProps) {
  const text = useText();
  const lang = useTextLang();
  const [openedAt] = useState(now);
  const toasts = useRecentSnackbars().filter(({ shownAt }) => shownAt > openedAt - HOUR_MS);
  const clear = useReadNotifications();
  const ids = list?.map(({ id }) => id) ?? [];

  const closeButton = useRef<HTMLButtonElement>(null);
  const clearAll = () => {
    // The button disappears: the focus must go on to another.
    closeButton.current?.focus();
    forgetSnackbars();
    if (ids.length > 0)
      clear.mutate({ ids, andOlder: total > ids.length }, { onError: (failure) => notify.error(errorText(failure)) });
  };

  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={text('notifications.title')}
      closeLabel={text('notifications.close')}
      lang={lang()}
      width={360}
      maxWidth="100%"
      closeButton={closeButton}
      actions={
        (ids.length > 0 || toasts.length > 0) && (
          <Button variant="text" size="small" disabled={clear.isPending} onClick={clearAll}>
            {text('notifications.clear')}
          </Button>
        )
      }
    >
      <Box sx={{ flex: 1, overflowY: 'auto', pb: 4 }}>
        <Centered>
          {list === undefined && error && <ErrorState message={errorText(error)} onRetry={onRetry} />}
          {list?.length === 0 && <EmptyState title={text('notifications.none')} icon={BELL} />}
        </Centered>
        {list && total > list.length && (
          <Box sx={{ p: '12px 20px 0', typography: 'caption', color: 'text.secondary' }}>
            {`${formatCount(list.length)} ${text('notifications.of')} ${formatCount(total)}: ${text('notifications.rest')}`}
          </Box>
        )}
        {list && <NotificationList list={list} links={links} now={openedAt} onFollow={onClose} />}
        <RecentToasts toasts={toasts} />
      </Box>
    </SideSheet>
  );
}

function RecentToasts({ toasts }: { toasts: readonly Snackbar[] }) {
  const text = useText();
  const titleId = useId();
  if (toasts.length === 0) return null;
  return (
    <section>
      <NotificationGroup id={titleId}>{text('notifications.recent')}</NotificationGroup>
      <PlainList aria-labelledby={titleId}>
        {toasts.map(({ id, variant, text: message, detail, count, shownAt }) => (
          <Line component="li" key={id} gap={3} sx={{ alignItems: 'flex-start', p: '8px 20px', typography: 'body2' }}>
            <SnackbarTile variant={variant} />
            <Grow sx={{ pt: 1, color: 'text.secondary' }}>
              <span lang="es">{message}</span>
              {count > 1 && ` (${count})`}
              {detail && <Box sx={{ fontWeight: 600 }}>{detail}</Box>}
            </Grow>
            <Hint component="span" sx={{ pt: 1 }}>
              {formatTime(shownAt)}
            </Hint>
          </Line>
        ))}
      </PlainList>
    </section>
  );
}

type NotificationListProps = { list: Notification[]; links: NotificationLinks; now: number; onFollow: () => void };

const removeButtons = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];

/** Moves the focus of a removed row to the next one. */
function useKeptFocus(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const removed = useRef<{ index: number; of: number }>(null);
  useEffect(() => {
    if (removed.current === null || removed.current.of <= count || box.current?.contains(document.activeElement))
      return;
    const left = removeButtons(box.current);
    (left[Math.min(removed.current.index, left.length - 1)] ?? box.current)?.focus();
    removed.current = null;
  }, [count]);
  const remember = () => {
    const index = removeButtons(box.current).findIndex((button) => button === document.activeElement);
    removed.current = index < 0 ? null : { index, of: count };
  };
  return { box, remember };
}

function NotificationList({ list, links, now, onFollow }: NotificationListProps) {
  const text = useText();
  const id = useId();
  const { box, remember } = useKeptFocus(list.length);
  const read = useReadNotifications();
  const remove = (id: number) => {
    remember();
    read.mutate(
      { ids: [id] },
      {
        onError: (error) => {
          // Read in another tab and deleted since.
          if (!(error instanceof ApiError && error.status === 404)) notify.error(errorText(error));
        },
      },
    );
  };
  const titleOf = (day: string, { createdAt }: Notification) => {
    if (day === productDay(now)) return text('notifications.today');
    return day === productDay(now - DAY_MS) ? text('notifications.yesterday') : formatDate(createdAt);
  };
  const days = Map.groupBy(list, ({ createdAt }) => productDay(createdAt));
  return (
    <div ref={box} tabIndex={-1} style={{ outline: 'none' }}>
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <NotificationGroup id={`${id}-${day}`}>{titleOf(day, ofDay[0]!)}</NotificationGroup>
          <PlainList aria-labelledby={`${id}-${day}`}>
            {ofDay.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                to={linkOf(notification, links)}
                next={nextLinks(notification, links)}
                isLeaving={read.isPending && read.variables.ids.includes(notification.id)}
                onFollow={() => {
                  read.mutate({ ids: [notification.id] });
                  onFollow();
                }}
                onRemove={() => remove(notification.id)}
              />
            ))}
          </PlainList>
        </section>
      ))}
    </div>
  );
}

const DAY_MS = 86_400_000;

const NotificationGroup = styled('h3')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  padding: '14px 20px 6px',
  fontWeight: 550,
  color: theme.palette.text.disabled,
}));

const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  paddingBlock: 10,
  paddingInline: '20px 8px',
  '&:hover, &:focus-within': { backgroundColor: theme.palette.surface.raisedHover },
  '&[data-leaving]': { opacity: 0.6 },
  // The × is shown on hover and focus; always on touch screens.
  '@media (hover: hover)': {
    '& [data-remove]': { opacity: 0 },
    '&:hover [data-remove], & [data-remove]:focus-visible': { opacity: 1 },
  },
}));

const Dot = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: 8,
  top: 22,
  width: 7,
  height: 7,
  borderRadius: '50%',
  backgroundColor: theme.palette.secondary.main,
}));

/** The whole row is the link, with the × on top of it. A single line is at least 24 pixels high. */
const Sentence = styled(Link)({
  display: 'inline-block',
  paddingBlock: 4,
  marginBlock: -4,
  fontWeight: 500,
  '&::after': { content: '""', position: 'absolute', inset: 0 },
}) as typeof Link;

function Facts({ notification }: { notification: Notification }) {
  const { number, action, campaignName, reason, createdAt } = notification;
  const { isWarning, namesCampaign } = NOTIFICATION_KINDS[action];
  return (
    <Hint component="span" sx={{ display: 'block', mt: 0.5 }}>
      {notification.load && (
        <Figures component="b" sx={{ display: 'block', fontWeight: 600, color: 'text.primary' }}>
          {countsOf(notification)}
        </Figures>
      )}
      {/* Of a failure it is the sentence itself. */}
      {isWarning && reason !== null && <span style={{ display: 'block' }}>{reason}</span>}
      {number !== null && (
        <>
          <bdi dir="ltr">{formatPhone(number)}</bdi>
          {' · '}
        </>
      )}
      {campaignName !== null && !namesCampaign && `${campaignName} · `}
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatTime(createdAt)}
      </time>
    </Hint>
  );
}

interface NotificationItemProps {
  notification: Notification;
  to: string | undefined;
  next: ReturnType<typeof nextLinks>;
  isLeaving: boolean;
  onFollow: () => void;
  onRemove: () => void;
}

function NotificationItem({ notification, to, next, isLeaving, onFollow, onRemove }: NotificationItemProps) {
  const text = useText();
  const sentence = sentenceOf(notification);
  return (
    <Row data-leaving={isLeaving ? '' : undefined}>
      <Dot aria-hidden />
      <NotificationIcon notification={notification} />
      <Box lang="es" sx={{ flex: 1, minWidth: 0, typography: 'body2', overflowWrap: 'anywhere' }}>
        {to === undefined ? (
          <Box component="span" sx={{ fontWeight: 500 }}>
            {sentence}
          </Box>
        ) : (
          <Sentence component={RouterLink} to={to} color="textPrimary" underline="none" onClick={onFollow}>
            {sentence}
          </Sentence>
        )}
        <Facts notification={notification} />
        {next.length > 0 && (
          <Inline sx={{ columnGap: 4, position: 'relative', width: 'fit-content' }}>
            {next.map(({ label, to: path }) => (
              <Link key={label} component={RouterLink} to={path} onClick={onFollow} sx={{ py: 0.75, fontWeight: 550 }}>
                {label}
              </Link>
            ))}
          </Inline>
        )}
      </Box>
      <IconButton
        size="small"
        data-remove
        aria-label={`${text('notifications.remove')}: ${sentence}`}
        // Not `disabled`, to keep the focus until the next row takes it.
        aria-disabled={isLeaving}
        onClick={isLeaving ? undefined : onRemove}
        sx={{ position: 'relative' }}
      >
        <IconX size={16} stroke={2} aria-hidden />
      </IconButton>
    </Row>
  );
}

const TONES = { COMPLETED: 'primary', ERROR: 'danger', CANCELLED: 'warning', DUE: 'brass' } as const;

function NotificationIcon({ notification: { action, status } }: { notification: Notification }) {
  const { icon: Icon, isWarning } = NOTIFICATION_KINDS[action];
  return (
    <SoftTile tone={isWarning ? 'warning' : TONES[status.status]} size={32}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </SoftTile>
  );
}

/** `andOlder`: also those that a full list left out. */
const markRead = ({ ids, andOlder = false }: { ids: readonly number[]; andOlder?: boolean }): Promise<unknown> => {
  const [id] = ids;
  return ids.length === 1 && id !== undefined && !andOlder
    ? call(notifications.read, { params: { id } })
    : call(notifications.clear, { body: { notifications: [...ids], andOlder } });
};

const useReadNotifications = () =>
  useChange(markRead, {
    // An earlier answer would bring them back.
    onMutate: () => queryClient.cancelQueries({ queryKey: ['notifications'] }),
    onSuccess: (_reply, { ids, andOlder }) =>
      queryClient.setQueryData(notificationsQuery().queryKey, (before) => before && withoutRead(before, ids, andOlder)),
    refetches: ['notifications'],
    evenIfRefused: true,
  });

type Unread = { notifications: Notification[]; total: number };

function withoutRead({ notifications: list, total }: Unread, ids: readonly number[], andOlder = false) {
  const left = list.filter(({ id }) => !ids.includes(id));
  return { notifications: left, total: andOlder ? left.length : total - (list.length - left.length) };
}
