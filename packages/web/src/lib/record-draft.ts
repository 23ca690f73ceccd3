import { isErasedSince } from '@campanero/contract/shared/paging';
import { useState } from 'react';
import { z } from 'zod';
import { useDraft } from './draft.ts';
import { ApiError } from './errors.ts';

/** A field that somebody else changed after the typing began. */
export interface Conflict {
  field: string;
  /** What the typing began on. */
  before: unknown;
  /** What is saved now. */
  theirs: unknown;
  /** What was typed. */
  mine: unknown;
  /** Only a field that both changed is a matter of choice; an untouched one takes what is saved. */
  isClash: boolean;
  choice?: 'mine' | 'theirs' | undefined;
}

/** What is saved of a record, as its form holds it. */
export interface Stored<V> {
  version: number;
  values: V;
}

/** What was typed, and the values and version it was typed on. */
interface RecordDraft<V> extends Stored<V> {
  base: V;
  conflicts: readonly Conflict[];
}

const conflictSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  theirs: z.unknown(),
  mine: z.unknown(),
  isClash: z.boolean(),
  choice: z.enum(['mine', 'theirs']).optional(),
});
const draftSchema = <V>(values: z.ZodType<V>): z.ZodType<RecordDraft<V>> =>
  z.object({ version: z.number(), base: values, values, conflicts: z.array(conflictSchema) });

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields in which two sets of values differ. */
export const differences = <V extends object>(a: V, b: V) =>
  (Object.keys(b) as (keyof V & string)[]).filter((field) => !isSame(a[field], b[field]));

const changesOf = <V extends object>({ values, base }: Pick<RecordDraft<V>, 'values' | 'base'>): Partial<V> =>
  Object.fromEntries(differences(values, base).map((field) => [field, values[field]])) as Partial<V>;

/** Puts what was typed on top of what is saved now; fields that somebody else changed meanwhile are named. */
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
/** Others may save in between more than once. */
const ATTEMPTS = 3;

/** What a form sends. */
export interface Sent<V> extends Stored<V> {
  /** What it was typed on. */
  base: V;
  /** The changed fields alone; `values` are all of them. */
  changes: Partial<V>;
}

interface RecordDraftOptions<R extends { version: number }, V extends object> {
  name: string;
  schema: z.ZodType<V>;
  /** The newest that this page knows. */
  record: R;
  /** What the form holds of it. */
  valuesOf: (record: R) => V;
  /** Asks the server what is saved now. */
  reload: () => Promise<R | undefined>;
  staysOnLeaving?: boolean;
  /** A new record: its first values may be right as they are. */
  sendsUnchanged?: boolean;
}

/**
 * The one way to edit a record that somebody else may have open too. What is typed keeps the values and the version it was
 * typed on; only changed fields are sent, with that version. If it is stale, what is saved now is fetched, and a field that
 * both changed waits for the person's choice (ConflictChoices). Where nothing of this form was changed by others it is
 * simply sent again: the version counts other parts of the record too. Where words of it were erased meanwhile, what was typed
 * goes: the server refuses it for good.
 */
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
    // Typing into a field decides it.
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
  /**
   * True: saved. False: somebody else changed it meanwhile, and the person has to look. Other refusals are thrown. `parts` are
   * saved at once, without having been typed before.
   */
  const save = async (send: (sent: Sent<V>) => Promise<unknown>, parts: Partial<V> = {}): Promise<boolean> => {
    // What this form shows of the record is unchanged: the newest version is the one it was typed on.
    const isUnchanged = isSame(base, stored.values) && !isErasedSince(current.version, stored.version);
    const version = isUnchanged ? stored.version : current.version;
    let attempt = { ...current, version, values: { ...values, ...parts } };
    for (let left = ATTEMPTS; ; left -= 1) {
      const sent = attempt;
      try {
        if (sendsUnchanged || differences(sent.values, sent.base).length > 0)
          await send({ ...sent, changes: changesOf(sent) });
        // What was typed while it was on its way stays.
        setDraft((now) => (now && differences(now.values, sent.values).length > 0 ? now : undefined));
        return true;
      } catch (error) {
        const isErased = hasCode(error, 'TEXT_ERASED', 'CALL_ERASED');
        const isStale = isErased || (hasCode(error, 'CONFLICT') && left > 1);
        const fresh = isStale ? await reload().catch(() => undefined) : undefined;
        // What was typed on words that were erased would bring them back.
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
    /** There is something to save, and nothing left to choose. */
    isReady: (isDirty || conflicts.length > 0) && !isUndecided,
    isUndecided,
    /** Found as the page opened: typed before a reload or a lost session. */
    isKept: draft !== undefined,
    change,
    choose,
    save,
    discard: () => setDraft(undefined),
  };
}
export type RecordDraftState<V extends object> = ReturnType<typeof useRecordDraft<{ version: number }, V>>;
