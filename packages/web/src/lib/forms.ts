import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { errorText, showFieldErrors } from './errors.ts';
import { type Conflict, differences, type RecordDraftState, type Sent, useRecordDraft } from './record-draft.ts';
import { notify } from './snackbar.ts';

/** What the frame around a form's fields shows and does: FormPanel, FormDialog. */
export interface FormStatus {
  isDirty: boolean;
  isValid: boolean;
  /** Something valid to send, and no conflict left open. */
  isReady: boolean;
  isPending: boolean;
  /** Why the last attempt was refused, unless conflicts say so. */
  refusal: string | undefined;
  /** Fields say why, too. */
  isAtFields: boolean;
  conflicts: readonly Conflict[];
  isUndecided: boolean;
  choose: (field: string, choice: 'mine' | 'theirs') => void;
  submit: () => void;
  /** Shows what is missing and leads the focus there. */
  showFaults: () => void;
  undo: () => void;
}

/** For what is no form of react-hook-form but stands in the same frame. */
export const NO_FORM: FormStatus = {
  isDirty: false,
  isValid: true,
  isReady: false,
  isPending: false,
  refusal: undefined,
  isAtFields: false,
  conflicts: [],
  isUndecided: false,
  choose: () => {},
  submit: () => {},
  showFaults: () => {},
  undo: () => {},
};

type Rules<T> = z.ZodType<T, unknown>;
type Mode = 'onTouched' | 'onChange' | 'onSubmit';
const resolverOf = <V extends FieldValues, T>(rules: Rules<T>) =>
  zodResolver(rules as never) as unknown as Resolver<V, unknown, T>;

const statusOf = <V extends FieldValues, T>(form: UseFormReturn<V, unknown, T>, submit: () => Promise<void>) => {
  const { isValid, isSubmitting } = form.formState;
  return {
    isValid,
    isPending: isSubmitting,
    submit: () => void (isSubmitting || submit()),
    // Counts as an attempt to send, so that from now on each change is checked at once.
    showFaults: () => void form.handleSubmit(() => undefined)(),
  };
};

interface SendFormOptions<V extends FieldValues, T> {
  /** The contract's schema of what is sent. */
  rules: Rules<T>;
  defaults: V;
  mode?: Mode;
  send: (valid: T) => Promise<unknown>;
  /** Where the server gave no better reason. */
  failed: string;
  /** Said when it was sent. */
  done?: string;
  onSent?: (form: UseFormReturn<V, unknown, T>) => void;
  onRefused?: (error: unknown) => void;
  /** The frame says the refusal, also where it names a field. */
  inFrame?: boolean;
  /** What was to be sent breaks the rules; the fields say how. */
  onInvalid?: () => void;
}

/** A form of something new that is sent once. A refusal is shown at the fields that it names, else in the frame. */
export function useSendForm<V extends FieldValues, T>(options: SendFormOptions<V, T>) {
  const { rules, defaults, mode = 'onTouched', send, failed, done, onSent } = options;
  const form = useForm<V, unknown, T>({
    resolver: resolverOf(rules),
    mode,
    defaultValues: defaults as DefaultValues<V>,
  });
  const [refusal, setRefusal] = useState<string>();
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(async (valid) => {
    setRefusal(undefined);
    try {
      await send(valid);
      if (done) notify.success(done);
      onSent?.(form);
    } catch (error) {
      if (options.inFrame || !showFieldErrors(form, error)) setRefusal(errorText(error, failed));
      options.onRefused?.(error);
    }
  }, options.onInvalid);
  const status = statusOf(form, submit);
  const result: FormStatus = {
    ...NO_FORM,
    ...status,
    isDirty,
    isReady: status.isValid && isDirty,
    refusal,
    undo: () => form.reset(),
  };
  return { form, status: result, setRefusal };
}

interface SentForm<V, T> extends Omit<Sent<V>, 'changes'> {
  /** All fields as the rules read them. */
  valid: T;
  /** The changed ones of them. */
  changes: Partial<T>;
}

interface RecordFormOptions<R extends { version: number }, V extends FieldValues, T> {
  /** Of the draft. */
  name: string;
  /** What the fields hold; it need not be valid yet. */
  schema: z.ZodType<V>;
  /** The contract's schema of what is sent. A function where it depends on what the fields held at first. */
  rules: Rules<T> | ((base: V) => Rules<T>);
  mode?: Mode;
  /** The newest that this page knows; undefined for a new one. */
  record: R | undefined;
  valuesOf: (record: R | undefined) => V;
  /** Asks the server what is saved now. */
  reload?: () => Promise<R | undefined>;
  staysOnLeaving?: boolean;
  send: (sent: SentForm<V, T>) => Promise<unknown>;
  /** Where the server gave no better reason. */
  failed: string;
  /** Said when it is saved. */
  done?: string;
  /** After the render in which the form has nothing unsaved left. */
  onSaved?: () => void;
  /** The sentence in the frame, where errorText() is not it; undefined for none. */
  refusalOf?: (error: unknown) => string | undefined;
}

/**
 * The form of a record that others may have open too: react-hook-form over a record draft (lib/record-draft.ts). Only
 * changed fields are sent, with the version they were typed on.
 */
export function useRecordForm<R extends { version: number }, V extends FieldValues, T>(
  options: RecordFormOptions<R, V, T>,
) {
  const { name, schema, rules, mode = 'onTouched', record, valuesOf, reload, staysOnLeaving, send, failed } = options;
  const recordOf = (stored: R | undefined) => ({ version: stored?.version ?? 0, stored });
  const draft = useRecordDraft({
    name,
    schema,
    record: recordOf(record),
    valuesOf: ({ stored }) => valuesOf(stored),
    reload: async () => {
      const fresh = await reload?.();
      return fresh && recordOf(fresh);
    },
    staysOnLeaving,
    sendsUnchanged: record === undefined,
  });
  const form = useDraftForm(draft, resolverOf<V, T>(typeof rules === 'function' ? rules(draft.base) : rules), mode);
  const [refusal, setRefusal] = useState<string>();
  const [isAtFields, setAtFields] = useState(false);
  const [wasKept] = useState(draft.isKept);
  const [savedTimes, setSavedTimes] = useState(0);
  useEffect(() => {
    if (savedTimes > 0) options.onSaved?.();
    // oxlint-disable-next-line react/exhaustive-deps -- once per success
  }, [savedTimes]);
  const submit = form.handleSubmit(async (valid) => {
    setRefusal(undefined);
    try {
      const isSaved = await draft.save(({ changes, ...sent }) => {
        const changed = Object.keys(changes).map((field) => [field, (valid as FieldValues)[field] as unknown]);
        return send({ ...sent, valid, changes: Object.fromEntries(changed) as Partial<T> });
      });
      if (!isSaved) return;
      if (options.done) notify.success(options.done);
      setSavedTimes((times) => times + 1);
    } catch (error) {
      setAtFields(showFieldErrors(form, error));
      setRefusal(options.refusalOf ? options.refusalOf(error) : errorText(error, failed));
    }
  });
  const base = statusOf(form, submit);
  const { isDirty, conflicts, isUndecided, choose } = draft;
  const status: FormStatus = {
    ...base,
    isDirty,
    isReady: base.isValid && (record ? draft.isReady : !isUndecided),
    refusal,
    isAtFields,
    conflicts,
    isUndecided,
    choose,
    undo: draft.discard,
  };
  /** `isRestored`: what the fields hold was typed before a reload or a lost session. */
  return { form, draft, status, isRestored: wasKept && isDirty };
}

/** What is typed goes to the draft, what the draft takes over goes to the form. */
export function useDraftForm<V extends FieldValues, T>(
  { base, values, change }: RecordDraftState<V>,
  resolver: Resolver<V, unknown, T>,
  mode: Mode,
) {
  const form = useForm<V, unknown, T>({ resolver, mode, defaultValues: base as DefaultValues<V> });
  useEffect(() => {
    // Only typing names a field; reset() does not.
    const { unsubscribe } = form.watch((_values, { name }) => {
      if (name !== undefined) change(form.getValues());
    });
    return unsubscribe;
  });
  // What the draft changes by itself: a kept draft, a choice, an undo, what somebody else saved.
  const formBase = useRef(base);
  const wanted = JSON.stringify([base, values]);
  useEffect(() => {
    const isSame = differences(form.getValues(), values).length === 0;
    if (isSame && differences(formBase.current, base).length === 0) return;
    formBase.current = base;
    form.reset(base);
    form.reset(values, { keepDefaultValues: true });
    const typed = differences(values, base);
    if (typed.length > 0) void form.trigger(typed as Path<V>[]);
    // oxlint-disable-next-line react/exhaustive-deps -- by content, not by identity
  }, [form, wanted]);
  return form;
}
