import type { Notification } from '@campanero/contract/notifications/schemas';
import { formatTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Button } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { IconBell } from '../../components/icons.ts';
import { Centered, Grow, Hint, Line, PlainList } from '../../components/layout.tsx';
import { EmptyState, ErrorState } from '../../components/page/messages.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { SnackbarTile } from '../../components/snackbar/snackbar-host.tsx';
import { useText, useTextLang } from '../../i18n/i18n.ts';
import { now } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { forgetSnackbars, notify, type Snackbar, useRecentSnackbars } from '../../lib/snackbar.ts';
import type { NotificationLinks } from './api.ts';
import { useReadNotifications } from './read-notifications.ts';
import { NotificationGroup, NotificationList } from './notification-list.tsx';

const WIDTH = 360;
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
      width={WIDTH}
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
