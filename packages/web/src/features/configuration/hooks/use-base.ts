import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

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
