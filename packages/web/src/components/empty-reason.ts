/** Why a list is empty: the filters that are on, what was searched for, or simply nothing yet (design 6, States). */
export function emptyReason(filters: number, search: string, texts: { noMatch: string; nothing: string }): string {
  const active = filters === 1 ? 'Hay 1 filtro activo' : `Hay ${filters} filtros activos`;
  if (filters > 0) return search ? `${active} y una búsqueda.` : `${active}.`;
  return search ? `${texts.noMatch} coincide con «${search}».` : texts.nothing;
}
