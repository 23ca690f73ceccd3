export const NOBODY_FOUND = 'Nadie con ese número en sus campañas.';

export function foundText(count: number): string {
  if (count === 0) return NOBODY_FOUND;
  return count === 1 ? '1 contacto encontrado' : `${count} contactos encontrados`;
}
