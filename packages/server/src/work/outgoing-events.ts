import type { EventKind } from '@campanero/contract/outgoing-events/schemas';
import { type RawBuilder, sql } from '../db/index.ts';
import type { Work } from './transact.ts';

/** What other systems are told, as ids and moments. */
interface OutgoingEvent {
  kinds: readonly EventKind[];
  /** Of the campaigns it belongs to; none: only for subscriptions to all. */
  campaignIds: readonly number[] | RawBuilder<unknown>;
  /** Events of one stream are delivered in order. The statement's or transaction's locks keep their writers in order. */
  stream: string;
  data: Readonly<Record<string, unknown>>;
  at: Date;
}

export const callStream = (callId: number) => `call:${callId}`;
export const campaignStream = (campaignId: number) => `campaign:${campaignId}`;
export const personStream = (personId: number) => `person:${personId}`;

/** As a column of a select, so that the statement that changes something records it in its own round trip. `more`: of its rows. */
export const eventCall = (
  { kinds, campaignIds, stream, data, at }: OutgoingEvent,
  more?: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`record_events(${[...kinds]}::text[], ${Array.isArray(campaignIds) ? sql`${[...campaignIds]}::int[]` : campaignIds},
    ${stream}, ${JSON.stringify(data)}::jsonb${more ? sql` || ${more}` : sql``}, ${at}::timestamptz)`;

/** In the transaction of what it tells. Costs one statement when no subscription wants it. */
export const recordEvent = ({ trx, now }: Pick<Work, 'trx' | 'now'>, event: Omit<OutgoingEvent, 'at'>) =>
  sql`select ${eventCall({ ...event, at: now })}`.execute(trx);
