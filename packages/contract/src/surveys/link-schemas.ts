import { z } from 'zod';
import { MAIL_STATE, WHATSAPP_STATE } from '../configuration/schemas.ts';
import { instant, keyOf } from '../shared/paging.ts';

/** By what a neighbour is sent the address of the questions; the state that says so offers it. */
export const LINK_STATES = { mail: MAIL_STATE, whatsapp: WHATSAPP_STATE } as const;
export type LinkChannel = keyof typeof LINK_STATES;
export const linkBody = z.object({ channel: keyOf(LINK_STATES) });
export const sentLink = z.object({
  /** The mail address it goes to. */
  to: z.string().nullable(),
  /** Opens a conversation in the operator's own WhatsApp, with the text ready; nothing is sent by the product. */
  whatsappUrl: z.string().nullable(),
  expiresAt: instant,
});
const counts = z.object({ sent: z.number(), answered: z.number() });
/** Calls that were sent a link within the span, and those of them that answered by it. */
export const linkCounts = z.object({ mail: counts, whatsapp: counts });
export type LinkCounts = z.infer<typeof linkCounts>;
export type SentLink = z.infer<typeof sentLink>;
