import { isErasedSince } from '@campanero/contract/shared/paging';
import { useState } from 'react';
import { z } from 'zod';
import { useDraft } from './draft.ts';
import { ApiError } from './errors.ts';

export type Stored<V> = { version: number; values: V };

/** What was typed, and the values and version it was typed on. */
type RecordDraft<V> = Stored<V> & { base: V; conflicts: readonly Conflict[] };

/** A field that somebody else changed after the typing began. */
const conflictSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  theirs: z.unknown(),
  mine: z.unknown(),
  /** Both changed it, so the user chooses; otherwise the saved value is taken. */
  isClash: z.boolean(),
  choice: z.enum(['mine', 'theirs']).optional(),
});
export type Conflict = z.infer<typeof conflictSchema>;
const draftSchema = <V>(values: z.ZodType<V>): z.ZodType<RecordDraft<V>> =>
  z.object({ version: z.number(), base: values, values, conflicts: z.array(conflictSchema) });

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const differences = <V extends object>(a: V, b: V) =>
  (Object.keys(b) as (keyof V & string)[]).filter((field) => !isSame(a[field], b[field]));

const changesOf = <V extends object>({ values, base }: Pick<RecordDraft<V>, 'values' | 'base'>): Partial<V> =>
  Object.fromEntries(differences(values, base).map((field) => [field, values[field]])) as Partial<V>;

/** Applies the typed changes to the saved record and lists the fields that others changed. */
export function rebase<V extends object>(draft: RecordDraft<V>, stored: Stored<V>): RecordDraft<V> {
  const typed = new Set<string>(differences(draft.values, draft.base));
  const conflicts = differences(stored.values, draft.base)
    .filter((field) => !isSame(draft.values[field], stored.values[field]))
    .map((field) => ({
      field,
      before: draft.base[field],
      theirs: stored.values[field],
      mine: draft.values[field],
      isClash: typed.has(field),
    }));
  return { version: stored.version, base: stored.values, values: { ...stored.values, ...changesOf(draft) }, conflicts };
}

const hasCode = (error: unknown, ...codes: readonly string[]) =>
  error instanceof ApiError && codes.includes(error.code);
const ATTEMPTS = 3;

export type Sent<V> = Stored<V> & { base: V; changes: Partial<V> };

interface RecordDraftOptions<R extends { version: number }, V extends object> {
  name: string;
  schema: z.ZodType<V>;
  record: R;
  valuesOf: (record: R) => V;
  reload: () => Promise<R | undefined>;
  staysOnLeaving?: boolean;
  /** For a new record, whose initial values may be right. */
  sendsUnchanged?: boolean;
}

// Only changed fields are sent, with the version they began on. If it is stale, the record is fetched: fields that both changed wait
// for the user's choice (ConflictChoices); without such fields it is sent again.
export function useRecordDraft<R extends { version: number }, V extends object>(options: RecordDraftOptions<R, V>) {
  const { name, schema, record, valuesOf, reload, sendsUnchanged, ...kept } = options;
  const stored: Stored<V> = { version: record.version, values: valuesOf(record) };
  const [parser] = useState(() => draftSchema(schema));
  const [draft, setDraft] = useDraft(name, parser, kept);
  const current: RecordDraft<V> = draft ?? { ...stored, base: stored.values, conflicts: [] };
  const { base, values, conflicts } = current;
  const changes = changesOf(current);
  const isDirty = Object.keys(changes).length > 0;
  const isUndecided = conflicts.some(({ isClash, choice }) => isClash && choice === undefined);

  const change = (parts: Partial<V>) => {
    const next = { ...values, ...parts };
    const typed = new Set<string>(differences(next, values));
    if (typed.size === 0) return;
    // Typing into a field settles its conflict.
    const decided = conflicts.map((each): Conflict =>
      typed.has(each.field) ? { ...each, mine: next[each.field as keyof V], isClash: true, choice: 'mine' } : each,
    );
    const isBack = decided.length === 0 && differences(next, base).length === 0;
    setDraft(isBack ? undefined : { ...current, values: next, conflicts: decided });
  };
  const choose = (field: string, choice: 'mine' | 'theirs') => {
    const chosen = conflicts.find((each) => each.field === field);
    if (!chosen) return;
    setDraft({
      ...current,
      values: { ...values, [field]: chosen[choice] },
      conflicts: conflicts.map((each) => (each === chosen ? { ...each, choice } : each)),
    });
  };
  /** False if there are conflicts; other refusals are thrown. `parts` are saved without having been typed. */
  const save = async (send: (sent: Sent<V>) => Promise<unknown>, parts: Partial<V> = {}): Promise<boolean> => {
    // None of these fields changed: the newest version may be used.
    const isUnchanged = isSame(base, stored.values) && !isErasedSince(current.version, stored.version);
    const version = isUnchanged ? stored.version : current.version;
    let attempt = { ...current, version, values: { ...values, ...parts } };
    for (let left = ATTEMPTS; ; left -= 1) {
      const sent = attempt;
      try {
        if (sendsUnchanged || differences(sent.values, sent.base).length > 0)
          await send({ ...sent, changes: changesOf(sent) });
        // Keeps what was typed during the request.
        setDraft((now) => (now && differences(now.values, sent.values).length > 0 ? now : undefined));
        return true;
      } catch (error) {
        const isErased = hasCode(error, 'TEXT_ERASED', 'CALL_ERASED');
        const isStale = isErased || (hasCode(error, 'CONFLICT') && left > 1);
        const fresh = isStale ? await reload().catch(() => undefined) : undefined;
        // A draft of erased text would restore it.
        if (isErased) setDraft(undefined);
        if (isErased || !fresh || fresh.version === sent.version) throw error;
        attempt = rebase(sent, { version: fresh.version, values: valuesOf(fresh) });
        if (attempt.conflicts.length === 0) continue;
        setDraft(attempt);
        return false;
      }
    }
  };
  return {
    base,
    values,
    changes,
    conflicts,
    isDirty,
    /** Something to save, and no open conflict. */
    isReady: (isDirty || conflicts.length > 0) && !isUndecided,
    isUndecided,
    /** Restored from before a reload or a lost session. */
    isKept: draft !== undefined,
    change,
    choose,
    save,
    discard: () => setDraft(undefined),
  };
}
export type RecordDraftState<V extends object> = ReturnType<typeof useRecordDraft<{ version: number }, V>>;
