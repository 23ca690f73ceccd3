import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { parseStored } from './browser/storage.ts';
import { getSession, onSessionEnd } from './session.ts';

/** Unsent input survives a reload and an expired session, not signing out (rule reliability/nothing-typed-is-lost). */
const PREFIX = 'draft:';
const prefixOf = (userId: number) => `${PREFIX}${userId}:`;

/** Files are kept in memory: they survive an expired session, but no reload. */
const files = new Map<string, readonly File[]>();

type IsDoomed = (key: string) => boolean;
function removeWhere(isDoomed: IsDoomed): void {
  for (const key of Object.keys(sessionStorage)) if (isDoomed(key)) sessionStorage.removeItem(key);
  for (const key of files.keys()) if (isDoomed(key)) files.delete(key);
}
const removeOthers = (userId: number) =>
  removeWhere((key) => key.startsWith(PREFIX) && !key.startsWith(prefixOf(userId)));

export function readDraft(userId: number, name: string): unknown {
  removeOthers(userId);
  return parseStored(sessionStorage.getItem(prefixOf(userId) + name));
}

export function keepDraft(userId: number, name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefixOf(userId) + name, JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden.
  }
}

export function dropDraft(userId: number, name: string): void {
  sessionStorage.removeItem(prefixOf(userId) + name);
  files.delete(prefixOf(userId) + name);
}

export const hasDraft = (userId: number, name: string) => sessionStorage.getItem(prefixOf(userId) + name) !== null;

/** A draft of the signed-in user; without one nothing is kept. */
export function ownDraft(name: string) {
  const userId = getSession()?.userId;
  if (userId === undefined) return { read: () => undefined, keep: () => undefined, drop: () => undefined };
  return {
    read: () => readDraft(userId, name),
    keep: (draft: unknown) => keepDraft(userId, name, draft),
    drop: () => dropDraft(userId, name),
  };
}

function readDraftFiles(userId: number, name: string): readonly File[] {
  removeOthers(userId);
  return files.get(prefixOf(userId) + name) ?? [];
}

interface Erased {
  callIds: readonly number[];
  personIds: readonly number[];
  /** Calls to others whose texts named an erased person: a draft would restore that text. */
  rewrittenCallIds?: readonly number[];
}
const forgetters = new Set<(erased: Erased, isDoomed: IsDoomed) => void>();
/** For other copies of input. */
export const onErased = (listener: (erased: Erased) => void) => void forgetters.add(listener);

/** Drafts are named `<kind>:<id of its subject>`, with an optional suffix. */
const CALL_DRAFTS: readonly string[] = ['outcome', 'interview', 'observation', 'correction'];
/** Of these, the ones in which nothing stands that was read before. */
const NEW_DRAFTS: readonly string[] = ['outcome', 'interview'];
const PERSON_DRAFTS: readonly string[] = ['person', 'rectify', 'request'];

/** Drops drafts about erased calls and persons (rule personal-data/every-copy). */
export function forgetErased(erased: Erased): void {
  const isDoomed: IsDoomed = (key) => {
    const [prefix, , kind = '', subject] = key.split(':');
    if (`${prefix}:` !== PREFIX) return false;
    const id = Number(subject);
    if (PERSON_DRAFTS.includes(kind)) return erased.personIds.includes(id);
    if (!CALL_DRAFTS.includes(kind)) return false;
    return erased.callIds.includes(id) || (!NEW_DRAFTS.includes(kind) && !!erased.rewrittenCallIds?.includes(id));
  };
  removeWhere(isDoomed);
  for (const forget of forgetters) forget(erased, isDoomed);
}

onSessionEnd((ended) => {
  if (ended === 'signed-out') removeWhere((key) => key.startsWith(PREFIX));
});

/** Undefined also if the stored value is invalid. Dropped by undefined, forgetErased() and leaving, unless `staysOnLeaving`. */
export function useDraft<T>(name: string, schema: z.ZodType<T>, { staysOnLeaving = false } = {}) {
  const [owner] = useState(() => getSession()?.userId);
  const [value, setValue] = useState<T | undefined>(() =>
    owner === undefined ? undefined : schema.safeParse(readDraft(owner, name)).data,
  );
  const text = JSON.stringify(value) as string | undefined;
  useEffect(() => {
    if (owner === undefined) return;
    if (text === undefined) dropDraft(owner, name);
    else keepDraft(owner, name, JSON.parse(text));
  }, [owner, name, text]);
  useDropOnLeaving(staysOnLeaving ? undefined : owner, name);
  const latest = useRef(value);
  const change = useCallback(
    (next: T | undefined | ((now: T | undefined) => T | undefined)) => {
      latest.current =
        typeof next === 'function' ? (next as (now: T | undefined) => T | undefined)(latest.current) : next;
      // At once, since the effect does not run if the form unmounts.
      if (latest.current === undefined && owner !== undefined) dropDraft(owner, name);
      setValue(latest.current);
    },
    [owner, name],
  );
  useEffect(() => {
    const forget = (_erased: Erased, isDoomed: IsDoomed) => {
      if (isDoomed(`${PREFIX}${owner}:${name}`)) change(undefined);
    };
    forgetters.add(forget);
    return () => void forgetters.delete(forget);
  }, [owner, name, change]);
  return [value, change] as const;
}

/** The same for files, in memory. */
export function useDraftFiles(name: string) {
  const [owner] = useState(() => getSession()?.userId);
  const [chosen, setChosen] = useState<readonly File[]>(() => (owner === undefined ? [] : readDraftFiles(owner, name)));
  const choose = (next: readonly File[]) => {
    // At once, since an effect does not run if the form unmounts.
    if (owner !== undefined) files.set(prefixOf(owner) + name, next);
    setChosen(next);
  };
  return [chosen, choose] as const;
}

function useDropOnLeaving(owner: number | undefined, name: string): void {
  useEffect(
    () => () => {
      // Without a session the user did not leave on purpose.
      if (owner !== undefined && getSession()?.userId === owner) dropDraft(owner, name);
    },
    [owner, name],
  );
}
