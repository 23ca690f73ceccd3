import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { getSession } from '../../lib/session.ts';

/** In route state a kind is its index here. */
export const KINDS = ['objective', 'state', 'substate'] as const;
export type Kind = (typeof KINDS)[number];

export const typeOf = (kind: Kind) => KINDS.indexOf(kind);

/** Tabs in the address. */
const TABS: Record<Kind, string> = { objective: 'objetivos', state: 'estados', substate: 'subestados' };
export const tabOf = (kind: Kind) => TABS[kind];
export const kindOfTab = (tab: string | null): Kind => KINDS.find((kind) => TABS[kind] === tab) ?? 'objective';

const editTarget = z.object({ type: z.number().int().min(0).max(2), id: z.number().int().min(1) });

function readEditTarget(state: unknown): { kind: Kind; id: number } | undefined {
  const { data } = editTarget.safeParse(state);
  return data && { kind: KINDS[data.type] ?? 'objective', id: data.id };
}
function readCreateTarget(state: unknown): Kind | undefined {
  const { data } = editTarget.pick({ type: true }).safeParse(state);
  return data && KINDS[data.type];
}

type Mode = 'create' | 'edit';
const nameOf = (mode: Mode) => `configuration.${mode}`;

/** From the route state. Signing in again loses it, so the target is also kept beside its draft. */
function useTarget<T>(mode: Mode, read: (state: unknown) => T | undefined): T | undefined {
  const { state } = useLocation();
  const [remembered] = useState(() => {
    const session = getSession();
    return session ? read(readDraft(session.userId, nameOf(mode))) : undefined;
  });
  return read(state) ?? remembered;
}
export const useCreateTarget = () => useTarget('create', readCreateTarget);
export const useEditTarget = () => useTarget('edit', readEditTarget);

export function useRememberedTarget(mode: Mode, type: number, id?: number): void {
  useEffect(() => {
    const userId = getSession()?.userId;
    if (userId === undefined) return undefined;
    keepDraft(userId, nameOf(mode), { type, id });
    return () => {
      if (getSession() !== null) dropDraft(userId, nameOf(mode));
    };
  }, [mode, type, id]);
}
