import type { ActionName } from '@campanero/contract/configuration/schemas';

export const ACTION_LABELS: Record<ActionName, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

/** Null for an empty list, which the audit log shows as an empty value. */
export const namesOf = (list: readonly { name: string }[]): string | null =>
  list.map(({ name }) => name).join(', ') || null;
