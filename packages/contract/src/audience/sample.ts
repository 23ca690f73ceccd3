import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, intBetween, rowVersion } from '../shared/paging.ts';

const AMOUNT = 'Ingrese una cantidad entera mayor que cero.';
const SEED_MAX = 999_999_999;
/** Positions of a campaign's calls end here. */
const amount = intBetween(1, 16_777_215, AMOUNT);

export const sampleBody = z.object({
  amount,
  /** In each section the same share of its people. */
  bySection: z.boolean(),
  /** Repeats a draw: the same seed and audience give the same sample. Absent: made at random. */
  seed: intBetween(1, SEED_MAX, `Ingrese un número entero entre 1 y ${SEED_MAX.toLocaleString('es-AR')}.`).nullish(),
});
export type SampleBody = z.output<typeof sampleBody>;

/** Without an amount the whole reserve. */
export const releaseBody = z.object({ amount: amount.nullish(), version: rowVersion });

const counts = { inUse: z.number(), inReserve: z.number() };
export const sampleView = z.object({
  /** Calls that a draw would choose from: unassigned, never called and not blocked. */
  free: z.number(),
  sample: z
    .object({
      seed: z.number(),
      bySection: z.boolean(),
      drawnAt: instant,
      drawnBy: z.string(),
      version: z.number(),
      ...counts,
      /** Largest first; null: no section is known. */
      sections: z.array(z.object({ name: z.string().nullable(), ...counts })),
    })
    .nullable(),
});
export type SampleView = z.infer<typeof sampleView>;

const ERRORS = ['CAMPAIGN_PROCESSING', 'CAMPAIGN_FINISHED'] as const;

/** A random sample of a campaign's audience; the others wait in reserve. */
export const sample = {
  view: endpoint('GET', '/campaign/:id/sample', 'campaign.manage', {
    summary: 'La muestra al azar de una campaña, y cuántos quedan en reserva',
    response: sampleView,
  }),
  draw: endpoint('POST', '/campaign/:id/sample', 'campaign.manage', {
    summary: 'Sortea cuáles de los contactos sin operador se usan; los demás quedan en reserva',
    body: sampleBody,
    response: sampleView,
    errors: [...ERRORS, 'SAMPLE_DRAWN', 'AMOUNT_OVER_TOTAL'],
  }),
  release: endpoint('POST', '/campaign/:id/sample/release', 'campaign.manage', {
    summary: 'Saca contactos de la reserva, en el orden del sorteo',
    body: releaseBody,
    response: sampleView,
    errors: [...ERRORS, 'AMOUNT_OVER_TOTAL', 'CONFLICT'],
  }),
  remove: endpoint('DELETE', '/campaign/:id/sample', 'campaign.manage', {
    summary: 'Quita la muestra: toda la reserva vuelve a estar disponible',
    response: sampleView,
    errors: ERRORS,
  }),
};
