import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { getSession } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import type { Kind } from './kinds.ts';
import { KIND_TEXTS, NAME_TAKEN } from './texts.ts';

/** Refusals whose own sentence helps more than the catalogue's general one. */
const TELLING = new Set(['NETWORK', 'TIMEOUT', 'CONFLICT', 'SYSTEM_STATE', 'NOT_FOUND', 'FORBIDDEN', 'UNAVAILABLE']);

interface Editor<V extends FieldValues, C, T> {
  kind: Kind;
  /** Undefined for a new one. */
  id: number | undefined;
  form: UseFormReturn<V, C, T>;
  save: Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isSuccess' | 'isPending'>;
  onSaved: () => void;
}

/** What the three forms have in common: texts, draft, and the way out once the server has said yes. */
export function useEditor<V extends FieldValues & { name: string }, C, T>(editor: Editor<V, C, T>) {
  const { kind, id, form, save, onSaved } = editor;
  const texts = KIND_TEXTS[kind];
  useFormDraft(form, `configuration.${kind}.${id ?? 'nuevo'}`);

  const isTaken = save.error instanceof ApiError && save.error.code === 'NAME_TAKEN';
  useEffect(() => {
    if (isTaken) form.setError('name' as FieldPath<V>, { message: NAME_TAKEN }, { shouldFocus: true });
  }, [isTaken, save.error, form]);

  // After the render that lets the guard go: leaving at once would meet it still watching.
  useEffect(() => {
    if (!save.isSuccess) return;
    notify.success(id === undefined ? texts.created : texts.updated);
    onSaved();
    // oxlint-disable-next-line react/exhaustive-deps -- once per success, whatever else was redrawn
  }, [save.isSuccess]);

  const { isDirty, isValid } = form.formState;
  const fallback = id === undefined ? texts.createFailed : texts.updateFailed;
  const isTelling = save.error instanceof ApiError && TELLING.has(save.error.code);
  return {
    isUnsaved: isDirty && !save.isSuccess,
    ready: isDirty && isValid,
    reason: isDirty ? 'Hay datos que corregir.' : id === undefined ? 'Falta el nombre.' : 'Todavía no hay cambios.',
    error: save.error ? (isTelling ? errorText(save.error, fallback) : fallback) : undefined,
    isConflict: save.error instanceof ApiError && save.error.code === 'CONFLICT',
  };
}

interface Base<E, V extends FieldValues, C, T> {
  form: UseFormReturn<V, C, T>;
  loaded: E | undefined;
  valuesOf: (stored: E | undefined) => V;
  onReload: (() => Promise<E | undefined>) | undefined;
  onReloaded: () => void;
}

/**
 * What the form was filled from, kept still while somebody types: its version tells the server which state of things they
 * saw. Reloading takes the newer one and leaves in place what was typed.
 */
export function useBase<E, V extends FieldValues, C, T>({
  form,
  loaded,
  valuesOf,
  onReload,
  onReloaded,
}: Base<E, V, C, T>) {
  const [base, setBase] = useState(loaded);
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh === undefined) return;
    setBase(fresh);
    form.reset(valuesOf(fresh), { keepDirtyValues: true });
    onReloaded();
  };
  return { base, reload: () => void reload() };
}

/**
 * What was typed into a form survives a reload and an expired session; leaving the page on purpose, or saving, drops
 * it.
 */
function useFormDraft<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, name: string): void {
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
