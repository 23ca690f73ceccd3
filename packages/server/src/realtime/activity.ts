import { ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO } from '@campanero/contract/roles';

export type ActiveCampaign = { id: number; external: boolean };

const ALL_FIGURES = 'figures:all';
const EXTERNAL_FIGURES = 'figures:external';
export const FIGURE_ROOMS = [ALL_FIGURES, EXTERNAL_FIGURES] as const;

/** Room of users who see figures of whole campaigns; undefined for roles that see only their own. */
export function figureRoomOf(primary: number | undefined): (typeof FIGURE_ROOMS)[number] | undefined {
  if (primary === ADMINISTRADOR || primary === COORDINADOR) return ALL_FIGURES;
  return primary === COORDINADOR_EXTERNO ? EXTERNAL_FIGURES : undefined;
}

const INTERVAL_MS = 3000;

interface Receivers {
  toRoom: (room: string, campaignIds: number[]) => void;
  toUsers: (userIds: readonly number[], campaignIds: number[]) => void;
}

/** Throttles `activity`: the first change at once, further ones together every three seconds, per group of receivers. */
export function createActivity({ toRoom, toUsers }: Receivers) {
  const campaigns = new Map<number, ActiveCampaign>();
  const byUser = new Map<number, Set<number>>();
  let timer: NodeJS.Timeout | undefined;
  let sentAt = -Infinity;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (campaigns.size === 0) return;
    sentAt = performance.now();
    const external = [...campaigns.values()].filter((campaign) => campaign.external).map(({ id }) => id);
    toRoom(ALL_FIGURES, [...campaigns.keys()]);
    if (external.length > 0) toRoom(EXTERNAL_FIGURES, external);
    // Operators of the same campaigns share an event.
    const users = Map.groupBy(byUser.keys(), (userId) => [...byUser.get(userId)!].join());
    for (const userIds of users.values()) toUsers(userIds, [...byUser.get(userIds[0]!)!]);
    campaigns.clear();
    byUser.clear();
  };

  return {
    /** `userId`: the operator whose own figures changed too. */
    note: (campaign: ActiveCampaign, userId?: number) => {
      campaigns.set(campaign.id, campaign);
      if (userId !== undefined) byUser.set(userId, (byUser.get(userId) ?? new Set()).add(campaign.id));
      timer ??= setTimeout(flush, Math.max(0, sentAt + INTERVAL_MS - performance.now())).unref();
    },
    flush,
  };
}
