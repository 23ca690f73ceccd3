import { formatDate } from '../shared/dates.ts';

export const BLOCK_REASONS = {
  ERASED: 'Los datos de la persona de este llamado fueron borrados.',
  DO_NOT_CALL: 'Una persona de este número pidió que no la llamen.',
  IN_REVIEW: 'Los datos de una persona de este número están en revisión: mientras tanto no se la llama.',
  INVALID: 'El número fue marcado como inválido.',
  DEAD: 'Las personas de este número figuran como fallecidas.',
  WRONG: 'El número no corresponde a ninguna de sus personas.',
} as const;

type ListedIn = { name: string; by: string; at: string };

/** All reasons, since removing one does not make the number callable; null: it may be called. */
export function blockInWords(reason: keyof typeof BLOCK_REASONS | null, lists: readonly ListedIn[]): string | null {
  const listed = lists.map(
    ({ name, by, at }) => `Está en la lista de bloqueo «${name}», que cargó ${by} el ${formatDate(at)}.`,
  );
  return [...(reason ? [BLOCK_REASONS[reason]] : []), ...listed].join(' ') || null;
}
