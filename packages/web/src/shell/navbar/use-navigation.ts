import { campaignLists } from '@campanero/contract/campaigns/list-endpoints';
import { formatCount } from '@campanero/contract/shared/numbers';
import { useQuery } from '@tanstack/react-query';
import { navigation, type NavigationEntry, type NavigationLeaf, visibleNavigation } from '../../app/navigation.ts';
import { callbacksQuery, isDue } from '../../features/callbacks/callbacks.ts';
import { useText } from '../../i18n/i18n.ts';
import { mayAccess } from '../../lib/can.ts';
import { useNow } from '../../lib/clock.ts';
import { useIsAdmitted } from '../../lib/session-api.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';

export interface Waiting {
  count: string;
  /** Read after the name: " 3 vencidos". */
  inWords: string;
  /** Stays visible where only icons fit. */
  isUrgent: boolean;
}

export function useNavigation(all: readonly NavigationEntry[] = navigation) {
  const text = useText();
  const session = useSession();
  const isAdmitted = useIsAdmitted();
  // Counts are 0 until known.
  const enabled = mayAccess('staff', session) && isAdmitted;
  const { data: callbacks = [] } = useQuery({ ...callbacksQuery(), enabled });
  const { data: { running } = { running: 0 } } = useQuery({
    ...endpointQuery('campaigns', campaignLists.running),
    enabled,
  });
  const now = useNow().getTime();
  const late = callbacks.filter(({ callbackAt }) => isDue(callbackAt, now)).length;
  const isManager = mayAccess('campaign.manage', session);
  const isShown = (leaf: NavigationLeaf) =>
    mayAccess(leaf.access, session) &&
    !(leaf.type === 'item' && leaf.managersOnlyWithCallbacks && isManager && callbacks.length === 0);
  const badges = {
    runningCampaigns: { count: running, word: text('layout.running'), isUrgent: false },
    lateCallbacks: { count: late, word: text(late === 1 ? 'layout.lateOne' : 'layout.late'), isUrgent: true },
  };
  return {
    entries: visibleNavigation(all, isShown),
    waitingAt: (entry: NavigationLeaf): Waiting | undefined => {
      const badge = entry.type === 'item' && entry.badge ? badges[entry.badge] : undefined;
      if (!badge || badge.count === 0) return undefined;
      const count = formatCount(badge.count);
      return { count, inWords: ` ${count} ${badge.word}`, isUrgent: badge.isUrgent };
    },
  };
}
