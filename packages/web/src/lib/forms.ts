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
import { z } from 'zod';
import { errorText, showFieldErrors } from './errors.ts';
import { type Conflict, differences, type RecordDraftState, type Sent, useRecordDraft } from './record-draft.ts';
import { notify } from './snackbar.ts';

/** What the frame around a form shows and does (FormPanel, FormDialog). */
export interface FormStatus {
  isDirty: boolean;
  isValid: boolean;
  /** Valid input to send, and no open conflict. */
  isReady: boolean;
  isPending: boolean;
  /** Undefined also if conflicts give the reason. */
  refusal: string | undefined;
  /** The refusal is also shown at fields. */
  isAtFields: boolean;
  conflicts: readonly Conflict[];
  isUndecided: boolean;
  choose: (field: string, choice: 'mine' | 'theirs') => void;
  submit: () => void;
  /** Shows the faults and focuses the first. */
  showFaults: () => void;
  undo: () => void;
}

/** For frames without a react-hook-form. */
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

/** Of a text field; null: empty. What is no number stays text, so that the field's own rule says so. */
export const numberIn = (typed: string) => {
  const digits = typed.trim();
  return digits === '' ? null : /^\d{1,15}$/.test(digits) ? Number(digits) : typed;
};

/** In a transform of what was typed: the rules of an endpoint, with their sentences at the fields. `field`: of a single value. */
export function checkTyped<T>(rules: z.ZodType<T>, given: unknown, context: z.RefinementCtx, field?: string): T {
  const checked = rules.safeParse(given);
  if (checked.success) return checked.data;
  for (const { path, message } of checked.error.issues)
    context.addIssue({ code: 'custom', path: field ? [field] : path, message });
  return z.NEVER;
}

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
    // Counts as an attempt to send: from now on each change is validated.
    showFaults: () => void form.handleSubmit(() => undefined)(),
  };
};

interface SendFormOptions<V extends FieldValues, T> {
  rules: Rules<T>;
  defaults: V;
  mode?: Mode;
  send: (valid: T) => Promise<unknown>;
  failed: string;
  done?: string;
  onSent?: (form: UseFormReturn<V, unknown, T>) => void;
  onRefused?: (error: unknown, form: UseFormReturn<V, unknown, T>) => void;
  /** The frame shows every refusal, also of a field. */
  inFrame?: boolean;
  onInvalid?: () => void;
}

/** A form that creates something. A refusal is shown at the fields that it names, else in the frame. */
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
      options.onRefused?.(error, form);
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
  /** All fields, parsed by the rules. */
  valid: T;
  changes: Partial<T>;
}

interface RecordFormOptions<R extends { version: number }, V extends FieldValues, T> {
  name: string;
  /** The values of the fields, which may be invalid. */
  schema: z.ZodType<V>;
  /** The schema of the body; a function if it depends on the initial values. */
  rules: Rules<T> | ((base: V) => Rules<T>);
  mode?: Mode;
  /** The newest known; undefined for a new record. */
  record: R | undefined;
  valuesOf: (record: R | undefined) => V;
  reload?: () => Promise<R | undefined>;
  staysOnLeaving?: boolean;
  send: (sent: SentForm<V, T>) => Promise<unknown>;
  failed?: string;
  done?: string;
  /** After the render without unsaved changes. */
  onSaved?: () => void;
  /** In place of errorText(); undefined for no sentence. */
  refusalOf?: (error: unknown) => string | undefined;
}

/** The form of a record: react-hook-form over a record draft. Sends the changed fields and the version they began on. */
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
  /** `isRestored`: the values come from a draft before a reload or a lost session. */
  return { form, draft, status, isRestored: wasKept && isDirty };
}

export function useDraftForm<V extends FieldValues, T>(
  { base, values, change }: RecordDraftState<V>,
  resolver: Resolver<V, unknown, T>,
  mode: Mode,
) {
  const form = useForm<V, unknown, T>({ resolver, mode, defaultValues: base as DefaultValues<V> });
  useEffect(() => {
    // reset() names no field.
    const { unsubscribe } = form.watch((_values, { name }) => {
      if (name !== undefined) change(form.getValues());
    });
    return unsubscribe;
  });
  // Changes by the draft: restored, chosen, undone, saved by others.
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
