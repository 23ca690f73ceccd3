import type { EventName, EventPayload } from '@campanero/contract/events';
import type { ActiveCampaign } from './activity.ts';

/** An event for some users about a committed row. */
export interface Announcement<N extends EventName = EventName> {
  to: readonly number[];
  event: N;
  payload: EventPayload<N>;
}

/** Reaches the sockets of every node; never throws. */
export interface Publish {
  toUsers<N extends EventName>(userIds: readonly number[], event: N, payload: EventPayload<N>): void;
  /** The figures of a campaign changed, and those of `userId` in it. Throttled. */
  activity(campaign: ActiveCampaign, userId?: number): void;
  endSessions(sessionIds: readonly string[]): void;
  /** Closes every socket of a user: disabled, new roles, password or setup step. */
  endUser(userId: number): void;
}
