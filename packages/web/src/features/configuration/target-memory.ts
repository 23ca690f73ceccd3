import { useEffect } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { getSession } from '../../lib/session.ts';

type Mode = 'create' | 'edit';
const nameOf = (mode: Mode) => `configuration.${mode}`;

/**
 * Signing in again after an expired session leads back to the address, but not to its route state: what was being edited
 * is remembered beside its draft, and forgotten with it.
 */
export const recallTarget = (mode: Mode): unknown => {
  const session = getSession();
  return session ? readDraft(session.userId, nameOf(mode)) : undefined;
};

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
