import { isClosed } from '@campanero/contract/campaigns/status';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import type { userCampaign, UserDetail } from '@campanero/contract/users/schemas';
import type { z } from 'zod';

export const CREATED = 'Usuario creado correctamente.';
export const USER_UPDATED = 'Usuario actualizado correctamente.';
export const ENABLED = 'Usuario habilitado correctamente.';
export const DISABLED = 'Usuario deshabilitado correctamente.';
export const LINK_SENT = 'El link está en el correo del usuario solicitado';

export const USER_CREATE_FAILED =
  'No fue posible crear el usuario, por favor inténtelo de nuevo o contacte con el soporte.';
export const USER_UPDATE_FAILED =
  'No fue posible actualizar el usuario, por favor inténtelo de nuevo o contacte con el soporte.';
export const STATE_FAILED =
  'No fue posible cambiar el estado del usuario, por favor inténtelo de nuevo o contacte con el soporte.';
export const SEVERAL_FAILED =
  'No fue posible cambiar a los usuarios elegidos, por favor inténtelo de nuevo o contacte con el soporte.';
export const LINK_FAILED = 'No fue posible enviar el enlace, por favor inténtelo de nuevo o contacte con el soporte.';

export const userCount = (total: number) => formatCounted(total, 'usuario', 'usuarios');

export const rolesText = (user: Pick<UserDetail, 'roles'>) =>
  user.roles.map(({ name }) => name).join(', ') || 'Invitado';

export const lastLoginText = ({ lastLogin, invited }: Pick<UserDetail, 'lastLogin' | 'invited'>) =>
  lastLogin ? formatDateTime(lastLogin) : invited ? 'Todavía no entró' : '—';

export const ROLE_HELP: Record<number, string> = {
  5: 'Todo, también los usuarios.',
  4: 'Campañas internas y externas, configuración, estadísticas y auditoría.',
  3: 'Solo campañas externas: las crea, segmenta y sigue.',
  2: 'Llama a los contactos de las campañas internas que se le asignan.',
  1: 'Llama a los contactos de las campañas externas que se le asignan.',
};

export type UserCampaign = z.infer<typeof userCampaign>;

/** Finished campaigns keep their operators. */
export const openCampaigns = (campaigns: readonly UserCampaign[]) =>
  campaigns.filter((campaign) => !isClosed(campaign));
