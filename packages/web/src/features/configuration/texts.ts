import type { ActionName } from '@campanero/contract/configuration/schemas';
import { formatCounted } from '@campanero/contract/shared/numbers';
import type { Kind } from './kinds.ts';

/** Fixed sentences: rule texts/fixed-sentences. */
export const KIND_TEXTS = {
  objective: {
    title: 'Objetivo',
    tab: 'Objetivos',
    created: 'Objetivo creado correctamente',
    createFailed: 'No es posible crear un objetivo con ese nombre. Inténtelo de nuevo.',
    updated: 'El objetivo fue actualizado correctamente.',
    updateFailed: 'No es posible actualizar un objetivo con ese nombre. Por favor intente nuevamente.',
  },
  state: {
    title: 'Estado',
    tab: 'Estados',
    created: 'Estado creado correctamente.',
    createFailed: 'No es posible crear un estado con ese nombre. Por favor intente nuevamente.',
    updated: 'Estado actualizado correctamente.',
    updateFailed: 'No fue posible actualizar el estado. Por favor intente nuevamente o contacte con el soporte.',
  },
  substate: {
    title: 'Subestado',
    tab: 'Subestados',
    created: 'Subestado creado correctamente.',
    createFailed: 'No es posible crear un subestado con ese nombre. Por favor intente nuevamente.',
    updated: 'Subestado actualizado correctamente.',
    updateFailed: 'No es posible actualizar un subestado con ese nombre. Por favor intente nuevamente.',
  },
} as const satisfies Record<Kind, object>;

export const countText = (kind: Kind, total: number) =>
  formatCounted(total, KIND_TEXTS[kind].title.toLowerCase(), KIND_TEXTS[kind].tab.toLowerCase());
export const unavailableText = (kind: Kind, action: 'crear' | 'actualizar') =>
  `No es posible ${action} un ${KIND_TEXTS[kind].title.toLowerCase()} por el momento. Inténtelo de nuevo.`;

/** Kept though odd (rule texts/odd-but-kept). */
export const EMPTY_TABLE = 'No se registró ningún llamado';
export const NO_STATES_LEFT = 'No hay estados para agregar.';
export const NAME_TAKEN = 'Ya existe otro con ese nombre.';

export const ACTION_LABELS: Record<ActionName, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};
export const ACTION_MEANINGS: Record<ActionName, string> = {
  callback: 'El llamado vuelve a ofrecerse a su operador.',
  contactability: 'Cuenta como contactado en las estadísticas.',
  effectiveness: 'Cuenta como efectivo en las estadísticas.',
};
export const ACTIONS_SAVED = 'Estados actualizados correctamente.';
export const ACTIONS_FAILED =
  'No fue posible actualizar los estados. Por favor inténtelo nuevamente o contacte con el soporte.';
