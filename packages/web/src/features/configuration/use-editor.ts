import type { UseMutationResult } from '@tanstack/react-query';
import { type SubmitEvent, useEffect } from 'react';
import type { FieldPath, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { CHOOSE_FIRST } from '../../components/form/conflict-choices.tsx';
import { useDraftForm } from '../../lib/forms.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import type { Kind } from './kinds.ts';
import { KIND_TEXTS, NAME_TAKEN } from './texts.ts';

/** Refusals whose own sentence helps more than the catalogue's general one. */
const TELLING = new Set(['NETWORK', 'TIMEOUT', 'CONFLICT', 'SYSTEM_STATE', 'NOT_FOUND', 'FORBIDDEN', 'UNAVAILABLE']);

interface Editor<E extends { version: number }, V extends FieldValues, T extends FieldValues> {
  kind: Kind;
  /** Undefined for a new one. */
  id: number | undefined;
  loaded: E | undefined;
  schema: z.ZodType<V>;
  valuesOf: (stored: E | undefined) => V;
  resolver: Resolver<V, unknown, T>;
  save: Pick<UseMutationResult<unknown, Error, unknown>, 'error' | 'isSuccess' | 'isPending'> & {
    mutateAsync: (values: never) => Promise<unknown>;
  };
  onReload: (() => Promise<E | undefined>) | undefined;
  onSaved: () => void;
}

/** What the three forms have in common: texts, draft, and the way out once the server has said yes. */
export function useEditor<
  E extends { version: number },
  V extends FieldValues & { name: string },
  T extends FieldValues,
>(editor: Editor<E, V, T>) {
  const { kind, id, loaded, schema, valuesOf, resolver, save, onReload, onSaved } = editor;
  const texts = KIND_TEXTS[kind];
  const recordOf = (stored: E | undefined) => ({ version: stored?.version ?? 0, stored });
  const draft = useRecordDraft({
    name: `configuration.${kind}.${id ?? 'nuevo'}`,
    schema,
    record: recordOf(loaded),
    valuesOf: ({ stored }) => valuesOf(stored),
    reload: async () => {
      const fresh = await onReload?.();
      return fresh && recordOf(fresh);
    },
  });
  const form = useDraftForm(draft, resolver, 'onTouched');

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

  const submit = form.handleSubmit(async (values) => {
    const send = ({ changes, version }: { changes: Partial<V>; version: number }) => {
      const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name]]));
      return save.mutateAsync((id === undefined ? values : { ...changed, version }) as never);
    };
    // Refusals are said by the frame.
    await draft.save(send).catch(() => false);
  });

  const { isValid } = form.formState;
  const { isDirty, isUndecided } = draft;
  const fallback = id === undefined ? texts.createFailed : texts.updateFailed;
  const isTelling = save.error instanceof ApiError && TELLING.has(save.error.code);
  const unchanged = id === undefined ? 'Falta el nombre.' : 'Todavía no hay cambios.';
  // A conflict is said by the choices themselves; any other refusal of the next try is not.
  const isSaidByChoices =
    draft.conflicts.length > 0 && save.error instanceof ApiError && save.error.code === 'CONFLICT';
  const isRefused = save.error !== null && !isSaidByChoices;
  return {
    form,
    /** Of the form's own values, with what others changed followed. */
    base: draft.base,
    frame: {
      draft,
      isNew: id === undefined,
      isUnsaved: isDirty && !save.isSuccess,
      pending: save.isPending,
      ready: draft.isReady && isValid,
      reason: isUndecided ? CHOOSE_FIRST : isDirty ? 'Hay datos que corregir.' : unchanged,
      error: isRefused ? (isTelling ? errorText(save.error, fallback) : fallback) : undefined,
      onSubmit: (event: SubmitEvent) => void submit(event),
      onRefused: () => void form.trigger(undefined, { shouldFocus: true }),
    },
  };
}
