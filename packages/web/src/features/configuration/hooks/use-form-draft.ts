import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { getSession } from '../../../lib/session.ts';

/**
 * What was typed into a form survives a reload and an expired session (UX-05); leaving the page on purpose, or saving,
 * drops it.
 */
export function useFormDraft<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, name: string): void {
  useEffect(() => {
    const userId = getSession()?.userId;
    if (userId === undefined) return undefined;
    const draft = readDraft(userId, name);
    if (draft && typeof draft === 'object') form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
    const following = form.watch((values) => keepDraft(userId, name, values));
    return () => {
      following.unsubscribe();
      // Without a session nobody left: they were sent to sign in and will be back.
      if (getSession() !== null) dropDraft(userId, name);
    };
  }, [form, name]);
}
