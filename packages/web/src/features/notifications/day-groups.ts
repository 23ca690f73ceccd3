import type { Notification } from '@campanero/contract/notifications/schemas';
import { formatDate, productDay } from '@campanero/contract/shared/dates';

export interface DayGroup {
  day: string;
  title: string;
  notifications: Notification[];
}

const DAY_MS = 86_400_000;

function titleOf(day: string, createdAt: string, now: number): string {
  if (day === productDay(now)) return 'Hoy';
  return day === productDay(now - DAY_MS) ? 'Ayer' : formatDate(createdAt);
}

/** Days of UTC-3, in the order of the list. */
export function groupByDay(list: readonly Notification[], now: number): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const notification of list) {
    const day = productDay(notification.createdAt);
    const group = groups.get(day) ?? { day, title: titleOf(day, notification.createdAt, now), notifications: [] };
    group.notifications.push(notification);
    groups.set(day, group);
  }
  return [...groups.values()];
}
