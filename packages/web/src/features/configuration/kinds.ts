import { z } from 'zod';

/** What the catalogue holds, with the numbers under which the specification passes them between its pages. */
export const KINDS = ['objective', 'state', 'substate'] as const;
export type Kind = (typeof KINDS)[number];

export const typeOf = (kind: Kind) => KINDS.indexOf(kind);

/** The list's tab as it stands in the address. */
const TABS: Record<Kind, string> = { objective: 'objetivos', state: 'estados', substate: 'subestados' };
export const tabOf = (kind: Kind) => TABS[kind];
export const kindOfTab = (tab: string | null): Kind => KINDS.find((kind) => TABS[kind] === tab) ?? 'objective';

const editTarget = z.object({ type: z.number().int().min(0).max(2), id: z.number().int().min(1) });
const createTarget = editTarget.pick({ type: true });

/** Route state, which survives a reload but may be anything: what does not fit counts as absent. */
export function readEditTarget(state: unknown): { kind: Kind; id: number } | undefined {
  const { data } = editTarget.safeParse(state);
  return data && { kind: KINDS[data.type] ?? 'objective', id: data.id };
}
export function readCreateTarget(state: unknown): Kind | undefined {
  const { data } = createTarget.safeParse(state);
  return data && KINDS[data.type];
}
