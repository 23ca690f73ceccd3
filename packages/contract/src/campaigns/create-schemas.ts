import type { z } from 'zod';
import { peopleOfCampaign } from '../loads/schemas.ts';
import { jsonText, newCampaignFields } from './write-schemas.ts';

// Beside write-schemas.ts, which the forms of the browser check with: only the server reads this.

/** `POST /campaign`: fields of a form; files come as `scripts[]`. */
export const createCampaignFields = newCampaignFields.safeExtend({
  /** Begins a load of these people with the campaign; JSON. */
  people: jsonText(peopleOfCampaign, 'Los contactos de la otra campaña no se pueden leer.').optional(),
});
export type CreateCampaignFields = z.infer<typeof createCampaignFields>;
