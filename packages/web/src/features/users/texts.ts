import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { userCampaign, UserDetail } from '@campanero/contract/users/schemas';
import type { z } from 'zod';

export const CREATED = 'Usuario creado correctamente.';
export const UPDATED = 'Usuario actualizado correctamente.';
export const ENABLED = 'Usuario habilitado correctamente.';
export const DISABLED = 'Usuario deshabilitado correctamente.';
export const LINK_SENT = 'El link está en el correo del usuario solicitado';

export const CREATE_FAILED = 'No fue posible crear el usuario, por favor inténtelo de nuevo o contacte con el soporte.';
export const UPDATE_FAILED =
  'No fue posible actualizar el usuario, por favor inténtelo de nuevo o contacte con el soporte.';
export const STATE_FAILED =
  'No fue posible cambiar el estado del usuario, por favor inténtelo de nuevo o contacte con el soporte.';
export const LINK_FAILED = 'No fue posible enviar el enlace, por favor inténtelo de nuevo o contacte con el soporte.';

export const userCount = (total: number) => `${formatCount(total)} ${total === 1 ? 'usuario' : 'usuarios'}`;

const calls = (n: number) => `${formatCount(n)} ${n === 1 ? 'llamado' : 'llamados'}`;

/** What becomes of somebody's calls when they stop being an operator. */
export function callsLeftBehind({ untouched, touched }: { untouched: number; touched: number }): string {
  if (untouched === 0 && touched === 0) return 'No tiene llamados asignados en campañas abiertas.';
  const released =
    untouched === 0
      ? 'No tiene llamados sin tocar'
      : `${calls(untouched)} sin tocar ${untouched === 1 ? 'queda' : 'quedan'} sin operador`;
  if (touched === 0) return `${released}.`;
  return `${released} y ${calls(touched)} ya ${touched === 1 ? 'trabajado espera' : 'trabajados esperan'} a que se los rebalancee.`;
}

export const rolesText = (user: Pick<UserDetail, 'roles'>) =>
  user.roles.map(({ name }) => name).join(', ') || 'Invitado';

/** Never signed in: either the invitation still waits, or nobody came yet. */
export const lastLoginText = ({ lastLogin, invited }: Pick<UserDetail, 'lastLogin' | 'invited'>) =>
  lastLogin ? formatDateTime(lastLogin) : invited ? 'Invitación pendiente' : '—';

/** What each role is for, beside its checkbox: who gives one should not have to remember. */
export const ROLE_HELP: Record<number, string> = {
  5: 'Todo, también los usuarios.',
  4: 'Campañas internas y externas, configuración, estadísticas y auditoría.',
  3: 'Solo campañas externas: las crea, segmenta y sigue.',
  2: 'Llama a los contactos de las campañas internas que se le asignan.',
  1: 'Llama a los contactos de las campañas externas que se le asignan.',
};

export type UserCampaign = z.infer<typeof userCampaign>;

/** A finished campaign keeps its operators as they were: nothing of it is let go. */
const FINISHED = ['FINALIZANDO', 'FINALIZADA'];
const isOpen = ({ status }: UserCampaign) => !FINISHED.includes(status);

/** Somebody's calls over all campaigns that are not finished. */
export const openLoad = (campaigns: readonly UserCampaign[]) =>
  campaigns
    .filter(isOpen)
    .reduce(
      (sum, { untouched, touched }) => ({ untouched: sum.untouched + untouched, touched: sum.touched + touched }),
      { untouched: 0, touched: 0 },
    );
