import { formatCount } from '@campanero/contract/shared/numbers';
import type { TextKey } from '../../i18n/i18n.ts';

/** How many wait, as the badge, which has room for three digits, and as words. */
export const badgeOf = (count: number): string => (count > 999 ? '999+' : String(count));
export function bellLabel(count: number, text: (key: TextKey) => string): string {
  const title = text('notifications.title');
  return count === 0 ? title : `${title}, ${formatCount(count)} ${text('notifications.unread')}`;
}
