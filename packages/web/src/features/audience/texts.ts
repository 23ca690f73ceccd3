import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';

/** Fixed sentences: rule texts/fixed-sentences. */
export const BEING_PROCESSED = 'La campaña está siendo procesada. Por favor espere';
export const WAITS_FOR_LOAD = 'Espere a que termine la carga de la audiencia.';

export const SEGMENTED = 'Audiencia segmentada correctamente.';
export const SEGMENT_FAILED = 'No fue posible segmentar la audiencia. Por favor intente nuevamente.';
export const UNDO_FAILED = 'No fue posible deshacer la segmentación. Por favor intente nuevamente.';
export const REBALANCE_FAILED = 'No fue posible rebalancear los llamados. Por favor intente nuevamente.';

export const NO_OPERATORS = 'No hay operadores para agregar.';

export const EMPTY_TEXTS = {
  noMatch: 'Ningún contacto',
  nothing: 'La campaña todavía no tiene audiencia.',
  next: 'Se carga de un archivo, del tablero o de un formulario, y después se reparte entre los operadores.',
};
export const EMPTY_OF_OPERATOR = {
  noMatch: 'Ningún contacto',
  nothing: 'No tiene contactos asignados en esta campaña.',
};
export const NOTHING_TO_CALL = 'No le quedan contactos por llamar.';

export const numbers = (n: number) => formatCounted(n, 'número', 'números');
export const operators = (n: number) => formatCounted(n, 'operador', 'operadores');
export const days = (n: number) => formatCounted(n, 'día', 'días');
export const calls = (n: number) => formatCounted(n, 'llamado', 'llamados');
/** Never called or to be called again, and not blocked. */
export const toCallText = (n: number) => (n === 0 ? 'libre' : `${formatCount(n)} por llamar`);

export function splitSummary(what: string, shares: readonly number[]): string {
  if (shares.length === 1) return `${what} para 1 operador`;
  const least = Math.min(...shares);
  const most = Math.max(...shares);
  const between = most - least > 1 ? ' a ' : ' o ';
  const each = least === most ? formatCount(least) : `${formatCount(least)}${between}${formatCount(most)}`;
  return `${what} entre ${operators(shares.length)}: ${each} cada uno`;
}

export const undoneText = (total: number) =>
  `${formatCounted(total, 'número volvió', 'números volvieron')} a quedar sin operador.`;
export const rebalancedText = (total: number, people: number) =>
  `${formatCounted(total, 'llamado rebalanceado', 'llamados rebalanceados')} entre ${operators(people)}.`;

export const segmentedText = ({ total, operators: people }: { total: number; operators: readonly unknown[] }) =>
  `${numbers(total)} entre ${operators(people.length)}`;

export const contacts = (n: number) => formatCounted(n, 'contacto', 'contactos');
export const SAMPLE_TEXTS = {
  failed: 'No fue posible cargar la muestra. Inténtelo de nuevo.',
  drawFailed: 'No fue posible sortear la muestra. Inténtelo de nuevo.',
  releaseFailed: 'No fue posible liberar la reserva. Inténtelo de nuevo.',
  removeFailed: 'No fue posible quitar la muestra. Inténtelo de nuevo.',
  drawn: 'Muestra sorteada correctamente.',
  removed: 'La muestra se quitó: toda la reserva está disponible.',
  nothingFree: 'No hay contactos sin operador entre los que sortear.',
  nothingReserved: 'No queda nadie en la reserva.',
  released: (n: number) =>
    `${formatCounted(n, 'contacto dejó', 'contactos dejaron')} la reserva: ya se pueden segmentar.`,
};
