import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../shared/paging.ts';
import { letters } from './csv/columns.ts';

const SPELLING_MAX = 200;
const NAME = 'Escriba cómo aparece el lugar en los archivos.';
const placeId = z.string().min(1).max(20);

/** "La Boca" is Boca, of Comuna 4: the place is the lowest one given, with what it lies in. */
export const spellingBody = z
  .object({
    name: z
      .string(NAME)
      .trim()
      .min(1, NAME)
      .max(SPELLING_MAX, `Excede los ${SPELLING_MAX} caracteres.`)
      .refine((name) => letters(name) !== '', NAME),
    districtId: z.string('Elija un distrito.').min(1, 'Elija un distrito.').max(20),
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

/** How people write places, kept for every later load, whatever its source. */
export const spellings = {
  list: endpoint({
    method: 'GET',
    path: '/spelling',
    summary: 'Las formas recordadas de escribir lugares',
    access: 'config',
    response: z.array(spelling),
  }),
  remember: endpoint({
    method: 'POST',
    path: '/spelling',
    summary: 'Recuerda una forma de escribir un lugar oficial',
    access: 'config',
    body: spellingBody,
    status: 201,
    response: spelling,
    errors: ['UNKNOWN_PLACE', 'SPELLING_TAKEN', 'SPELLING_OFFICIAL'],
    audited: true,
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/spelling/:id',
    summary: 'Olvida una forma recordada',
    access: 'config',
    params: z.object({ id }),
    response: spelling,
    audited: true,
  }),
};
