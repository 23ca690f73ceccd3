import { formatCount } from '@campanero/contract/shared/numbers';
import { IconButton, styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconBell } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { type TextKey, useText } from '../../i18n/i18n.ts';
import { useIsAdmitted } from '../../lib/session-api.ts';
import { stopWaitingForSocket, useIsListening } from '../../lib/live/socket.ts';
import { clearSnackbars } from '../../lib/snackbar.ts';
import { type NotificationLinks, notificationsQuery } from './api.ts';
import { useNewNotifications } from './news.ts';

const loadDrawer = () => import('./notification-drawer.tsx');
const NotificationDrawer = later(() => loadDrawer().then((module) => module.NotificationDrawer));

const Badge = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 2,
  insetInlineEnd: 0,
  minWidth: '1.125rem',
  height: '1.125rem',
  padding: '0 0.25rem',
  borderRadius: '0.5625rem',
  backgroundColor: theme.palette.secondary.main,
  color: theme.palette.secondary.contrastText,
  boxShadow: `0 0 0 2px ${theme.palette.background.paper}`,
  fontSize: '0.6875rem',
  lineHeight: '1.125rem',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
}));

function bellLabel(count: number, text: (key: TextKey) => string): string {
  const title = text('notifications.title');
  return count === 0 ? title : `${title}, ${formatCount(count)} ${text('notifications.unread')}`;
}

/** The bell with the number of unread notifications; the drawer is loaded on hover or click. */
export function NotificationBell({ userId, links }: { userId: number; links: NotificationLinks }) {
  // Asked once the socket listens: no change is missed, and nothing is asked twice.
  const isEnabled = [useIsAdmitted(), useIsListening()].every(Boolean);
  const { data, error, refetch } = useQuery({ ...notificationsQuery(), enabled: isEnabled });
  const list = data?.notifications;
  const text = useText();
  const liveRegion = useNewNotifications(userId, list, links);
  const [isOpen, setOpen] = useState(false);
  // Mounted again at each opening; stays mounted for the closing transition.
  const [openings, setOpenings] = useState(0);
  const count = data?.total ?? 0;

  const open = () => {
    stopWaitingForSocket();
    clearSnackbars();
    setOpenings(openings + 1);
    setOpen(true);
  };

  return (
    <>
      <Tooltip title={text('notifications.title')}>
        <IconButton
          aria-label={bellLabel(count, text)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={open}
          onPointerEnter={() => void loadDrawer()}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
          {count > 0 && <Badge aria-hidden>{count > 999 ? '999+' : count}</Badge>}
        </IconButton>
      </Tooltip>
      <VisuallyHidden ref={liveRegion} role="status" />
      {openings > 0 && (
        <NotificationDrawer
          key={openings}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          list={list}
          total={count}
          error={error}
          onRetry={() => void refetch()}
          links={links}
        />
      )}
    </>
  );
}
