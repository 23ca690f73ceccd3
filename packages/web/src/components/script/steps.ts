import { useState } from 'react';

/** Ticked steps of the scripts of one contact; not stored. */
export interface ScriptSteps {
  isTicked: (scriptId: string, step: number) => boolean;
  toggle: (scriptId: string, step: number) => void;
}

const keyOf = (scriptId: string, step: number) => `${scriptId}/${step}`;
const NONE: ReadonlySet<string> = new Set();

/** Another contact starts with nothing ticked. */
export function useScriptSteps(contact: number): ScriptSteps {
  const [state, setState] = useState({ contact, ticked: NONE });
  if (state.contact !== contact) setState({ contact, ticked: NONE });
  return {
    isTicked: (scriptId, step) => state.ticked.has(keyOf(scriptId, step)),
    toggle: (scriptId, step) =>
      setState((old) => {
        const ticked = new Set(old.ticked);
        const key = keyOf(scriptId, step);
        if (!ticked.delete(key)) ticked.add(key);
        return { ...old, ticked };
      }),
  };
}
