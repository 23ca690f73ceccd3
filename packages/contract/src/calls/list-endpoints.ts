import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { digitsAs, id, instant, longId } from '../shared/paging.ts';

const NO_CURRENT = 'Ingrese el id del llamado abierto, o 0.';

export const callKey = z.object({ id, callId: longId });

const nextContact = z.object({ callId: z.number(), number: z.string() });
const hold = z.object({ callId: z.number(), heldUntil: instant });
/** The user's dated callbacks, soonest first. */
export const callbacks = z.array(
  z.object({
    callId: z.number(),
    campaignId: z.number(),
    campaignName: z.string(),
    number: z.string(),
    name: z.string(),
    callbackAt: instant,
    /** Of the last registration that had any. */
    observations: z.string().nullable(),
    openForCalls: z.boolean(),
  }),
);

/** What the first page asks for, apart from the schemas of the other endpoints. */
export const callLists = {
  next: endpoint('GET', '/campaign/:id/call/:current/next', 'staff', {
    summary: 'El próximo contacto, que queda tomado; `current` es el llamado abierto, 0 si no hay',
    params: z.object({ id, current: digitsAs(z.int(NO_CURRENT).min(0, NO_CURRENT).meta({ format: 'int64' })) }),
    response: nextContact,
    hasEffect: true,
    errors: ['NO_MORE_CONTACTS', 'CAMPAIGN_NOT_OPEN', 'OUTSIDE_CALLING_HOURS'],
  }),
  hold: endpoint('POST', '/campaign/:id/call/:callId/hold', 'staff', {
    summary: 'Toma o renueva un llamado mientras se lo tiene abierto',
    params: callKey,
    response: hold,
    errors: ['CALL_HELD', 'NUMBER_HELD', 'CALL_ERASED', 'CAMPAIGN_NOT_OPEN', 'INVALID_OPERATOR'],
    audited: false,
  }),
  release: endpoint('DELETE', '/campaign/:id/call/:callId/hold', 'staff', {
    summary: 'Suelta el llamado propio',
    params: callKey,
    errors: ['CALL_ERASED'],
    audited: false,
  }),
  callbacks: endpoint('GET', '/callback', 'staff', {
    summary: 'Los rellamados propios con fecha',
    response: callbacks,
  }),
};
