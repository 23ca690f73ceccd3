import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import type { Kind } from '../kinds.ts';
import { KIND_TEXTS, NAME_TAKEN } from '../texts.ts';
import { useFormDraft } from './use-form-draft.ts';

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
