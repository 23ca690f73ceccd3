import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { dropDraft, keepDraft, keepDraftFiles, readDraft, readDraftFiles } from './draft.ts';
import { getSession } from './session.ts';

/**
 * A choice that was not sent yet: undefined while there is none. It comes back after a reload and an expired session; leaving
 * on purpose drops it, unless it is to stay, as setting undefined does (UX-05). What is found there and is no such value counts as none.
 */
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
  return [value, setValue] as const;
}

/** The same for files that were chosen, as far as files can be kept. */
export function useDraftFiles(name: string) {
  const [owner] = useState(() => getSession()?.userId);
  const [chosen, setChosen] = useState<readonly File[]>(() => (owner === undefined ? [] : readDraftFiles(owner, name)));
  useEffect(() => {
    if (owner !== undefined) keepDraftFiles(owner, name, chosen);
  }, [owner, name, chosen]);
  return [chosen, setChosen] as const;
}

function useDropOnLeaving(owner: number | undefined, name: string): void {
  useEffect(
    () => () => {
      // Without a session the person did not choose to leave: the draft waits for their return.
      if (owner !== undefined && getSession()?.userId === owner) dropDraft(owner, name);
    },
    [owner, name],
  );
}
