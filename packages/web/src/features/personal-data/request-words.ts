import { daysLeft, urgencyOf, type Urgency } from '@campanero/contract/personal-data/due';
import { type DataRequest, IDENTIFICATIONS, type RequestKind } from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import type { z } from 'zod';

type Due = Pick<DataRequest, 'state' | 'dueOn' | 'answeredAt'>;

/** Of an answered request there is nothing urgent any more. */
export const urgencyAt = ({ state, dueOn }: Due, now: Date): Urgency | 'over' =>
  state === 'ABIERTO' ? urgencyOf(dueOn, productDay(now)) : 'over';

/** "Vence mañana", in words: colour is never the only sign. */
export function dueText({ state, dueOn, answeredAt }: Due, now: Date): string {
  if (state !== 'ABIERTO') return answeredAt && productDay(answeredAt) > dueOn ? 'Fuera de término' : 'En término';
  const left = daysLeft(dueOn, productDay(now));
  if (left < -1) return `Venció hace ${-left} días`;
  if (left === -1) return 'Venció ayer';
  if (left === 0) return 'Vence hoy';
  return left === 1 ? 'Vence mañana' : `Vence en ${left} días`;
}

/** The first fault of each field, by its path. */
export const faultsByField = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));

export const identificationText = ({ identification, state }: DataRequest): string => {
  if (!identification) return state === 'ABIERTO' ? 'Sin indicar todavía' : 'No se indicó';
  return [IDENTIFICATIONS[identification.means], identification.note].filter(Boolean).join('. ');
};

export const isUndone = ({ kinds }: DataRequest, kind: RequestKind): boolean =>
  kinds.some((asked) => asked.kind === kind && asked.doneAt === null);
