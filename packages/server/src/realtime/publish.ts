import type { EventName, EventPayload } from '@campanero/contract/events';
import type { ActiveCampaign } from './activity.ts';

/** One event for some users; the row it is about is committed already. */
export interface Announcement<N extends EventName = EventName> {
  to: readonly number[];
  event: N;
  payload: EventPayload<N>;
}

/** What the rest of the server may do with sockets. All of it reaches the sockets of every node, and none of it throws. */
export interface Publish {
  toUser<N extends EventName>(userId: number, event: N, payload: EventPayload<N>): void;
  toUsers<N extends EventName>(userIds: readonly number[], event: N, payload: EventPayload<N>): void;
  /** The figures of a campaign changed, and those of `userId` in it: said to those who see them, a few seconds' changes together. */
  activity(campaign: ActiveCampaign, userId?: number): void;
  /** Closes the sockets of these sessions: signed out, refreshed past its ceiling, ended by an administrator. */
  endSessions(sessionIds: readonly string[]): void;
  /** Closes every socket of a user: disabled, other roles, other password, something to set right first. */
  endUser(userId: number): void;
}
