import { z } from 'zod';
import { campaignStatus } from './campaigns/status.ts';

/** Socket events: name -> payload. An event only says that something changed; the client refetches. */
const userEvent = z.object({
  userId: z.number(),
  campaignId: z.number().nullable(),
  status: z.object({ status: z.string() }),
});

export const EVENTS = {
  audience: userEvent,
  'export audience': userEvent,
  'export calls': userEvent,
  'export individual statistics': userEvent,
  campaign: z.object({ id: z.number(), status: campaignStatus }),
  /** A row of the receiver's notifications was added or, in another tab, read. */
  notification: z.object({ id: z.number() }),
  /** A message came to the receiver's Inbox or, in another tab, was read. */
  mail: z.object({ id: z.number() }),
  note: z.object({ id: z.number() }),
  activity: z.object({ campaignIds: z.array(z.number()) }),
  'block list': z.object({ id: z.number() }),
  /** Persons were erased: browsers drop what they hold of these persons and calls, and notes typed on rewritten calls. */
  erased: z.object({
    callIds: z.array(z.number()),
    personIds: z.array(z.number()),
    rewrittenCallIds: z.array(z.number()),
  }),
  /** Something happened on the telephone of the receiver. */
  phone: z.object({ callId: z.number() }),
  settings: z.object({}),
  statistics: z.object({ updatedAt: z.string() }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventPayload<N extends EventName> = z.infer<(typeof EVENTS)[N]>;
