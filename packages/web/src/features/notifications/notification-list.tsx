import type { Notification } from '@campanero/contract/notifications/schemas';
import { formatDate, productDay } from '@campanero/contract/shared/dates';
import { styled } from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import { PlainList } from '../../components/layout.tsx';
import { useText } from '../../i18n/i18n.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { linkOf, type NotificationLinks } from './api.ts';
import { useReadNotifications } from './read-notifications.ts';
import { NotificationItem } from './notification-item.tsx';

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

export function NotificationList({ list, links, now, onFollow }: NotificationListProps) {
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
  // Days in the product's time zone.
  const days = Map.groupBy(list, ({ createdAt }) => productDay(createdAt));
  return (
    <div ref={box} tabIndex={-1} style={{ outline: 'none' }}>
      {[...days].map(([day, notifications]) => (
        <section key={day}>
          <NotificationGroup id={`${id}-${day}`}>{titleOf(day, notifications[0]!)}</NotificationGroup>
          <PlainList aria-labelledby={`${id}-${day}`}>
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                to={linkOf(notification, links)}
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

export const NotificationGroup = styled('h3')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  padding: '14px 20px 6px',
  fontWeight: 550,
  color: theme.palette.text.disabled,
}));
