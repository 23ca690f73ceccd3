import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedGuardProps {
  /** Whether something typed would be lost. */
  active: boolean;
  /** What would be lost, in words. */
  what: string;
  /** In other words, where what would be lost is no edit. */
  words?: { title: string; leave: string; stay: string };
}

const EDITING = { title: 'Hay cambios sin guardar', leave: 'Salir sin guardar', stay: 'Seguir editando' };

/** Keeps somebody from leaving a page with unsaved changes by accident: links, Back, closing the tab. */
export function UnsavedGuard({ active, what, words = EDITING }: UnsavedGuardProps) {
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
      title={words.title}
      action={words.leave}
      cancel={words.stay}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {what}
    </ConfirmDialog>
  );
}
