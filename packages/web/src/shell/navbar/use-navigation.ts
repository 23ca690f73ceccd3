import { formatCount } from '@campanero/contract/shared/numbers';
import { useQuery } from '@tanstack/react-query';
import {
  navigation,
  type NavigationEntry,
  type NavigationItem,
  type NavigationLeaf,
  visibleNavigation,
} from '../../app/navigation.ts';
import { callbacksQuery, isDue } from '../../features/callbacks/callbacks.ts';
import { runningQuery } from '../../features/campaigns/api.ts';
import { useText } from '../../i18n/i18n.ts';
import { mayAccess } from '../../lib/can.ts';
import { useNow } from '../../lib/clock.ts';
import { useIsAdmitted } from '../../lib/session-api.ts';
import { useSession } from '../../lib/session.ts';

/** Count of an entry. */
export interface Waiting {
  count: string;
  /** Read after the name: " 3 vencidos". */
  inWords: string;
  /** Stays visible where only icons fit. */
  isUrgent: boolean;
}

interface Navigation {
  entries: NavigationEntry[];
  waitingAt: (entry: NavigationLeaf) => Waiting | undefined;
}

export function useNavigation(all: readonly NavigationEntry[] = navigation): Navigation {
  const text = useText();
  const session = useSession();
  const { promised, late, running } = useCounts();
  const isManager = mayAccess('campaign.manage', session);
  const isShown = (leaf: NavigationLeaf) =>
    mayAccess(leaf.access, session) &&
    !(leaf.type === 'item' && leaf.managersOnlyWithCallbacks && isManager && promised === 0);
  const badges: Record<NonNullable<NavigationItem['badge']>, { count: number; word: string; isUrgent: boolean }> = {
    runningCampaigns: { count: running, word: text('layout.running'), isUrgent: false },
    lateCallbacks: { count: late, word: text(late === 1 ? 'layout.lateOne' : 'layout.late'), isUrgent: true },
  };
  return {
    entries: visibleNavigation(all, isShown),
    waitingAt: (entry) => {
      const badge = entry.type === 'item' && entry.badge ? badges[entry.badge] : undefined;
      if (!badge || badge.count === 0) return undefined;
      const count = formatCount(badge.count);
      return { count, inWords: ` ${count} ${badge.word}`, isUrgent: badge.isUrgent };
    },
  };
}

/** 0 until known. */
function useCounts(): { promised: number; late: number; running: number } {
  const isAdmitted = useIsAdmitted();
  const enabled = mayAccess('staff', useSession()) && isAdmitted;
  const { data: callbacks = [] } = useQuery({ ...callbacksQuery(), enabled });
  const { data: running = 0 } = useQuery({ ...runningQuery(), enabled });
  const now = useNow().getTime();
  return {
    promised: callbacks.length,
    late: callbacks.filter(({ callbackAt }) => isDue(callbackAt, now)).length,
    running,
  };
}
