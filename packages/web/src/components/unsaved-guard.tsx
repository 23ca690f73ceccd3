import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedGuardProps {
  /** Whether something typed would be lost. */
  active: boolean;
  /** What would be lost, in words. */
  what: string;
}

/** Keeps somebody from leaving a page with unsaved changes by accident: links, Back, closing the tab. */
export function UnsavedGuard({ active, what }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A lost session leads to sign-in and back: standing in its way would help nobody.
      nextLocation.pathname !== '/signin',
  );
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Hay cambios sin guardar"
      action="Salir sin guardar"
      cancel="Seguir editando"
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {what}
    </ConfirmDialog>
  );
}
