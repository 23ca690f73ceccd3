import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../shared/paging.ts';
import { letters } from './csv/columns.ts';
import { rawText, text } from '../shared/text-schema.ts';

const NAME = 'Escriba cómo aparece el lugar en los archivos.';
const placeId = rawText(20).min(1);

/** "La Boca" is Boca, of Comuna 4: the place is the lowest one given, with what it lies in. */
export const spellingBody = z
  .object({
    name: text(200, { notEmpty: NAME }).refine((name) => letters(name) !== '', NAME),
    districtId: rawText(20, { notEmpty: 'Elija un distrito.' }),
    sectionId: placeId.nullish(),
    subsectionId: placeId.nullish(),
  })
  .refine(({ sectionId, subsectionId }) => !subsectionId || sectionId, {
    path: ['sectionId'],
    error: 'Elija una sección.',
  });
export type SpellingBody = z.output<typeof spellingBody>;

const spelling = z.object({
  id: z.number(),
  name: z.string(),
  districtId: z.string(),
  sectionId: z.string().nullable(),
  subsectionId: z.string().nullable(),
  /** The official place, and what it lies in; `within` is '' for a district. */
  place: z.string(),
  within: z.string(),
  userName: z.string(),
  createdAt: instant,
});
export type RememberedSpelling = z.infer<typeof spelling>;

export const spellings = {
  list: endpoint('GET', '/spelling', 'config', {
    summary: 'Las formas recordadas de escribir lugares',
    response: z.array(spelling),
  }),
  remember: endpoint('POST', '/spelling', 'config', {
    summary: 'Recuerda una forma de escribir un lugar oficial',
    body: spellingBody,
    status: 201,
    response: spelling,
    errors: ['UNKNOWN_PLACE', 'SPELLING_TAKEN', 'SPELLING_OFFICIAL'],
  }),
  forget: endpoint('DELETE', '/spelling/:id', 'config', { summary: 'Olvida una forma recordada', response: spelling }),
};
