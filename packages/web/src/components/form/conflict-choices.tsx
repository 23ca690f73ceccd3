import { lazy, Suspense } from 'react';
import type { ConflictPanelProps } from './conflict-panel.tsx';

/** Why a form with an open choice cannot be saved. */
export const CHOOSE_FIRST = 'Elija qué queda en cada dato que cambió.';

// Rarely needed: loaded with the first conflict.
const ConflictPanel = lazy(() => import('./conflict-panel.tsx').then((module) => ({ default: module.ConflictPanel })));

/** The changes of others to a form that is open, and the choice of what stays; nothing without conflicts. */
export function ConflictChoices(props: ConflictPanelProps) {
  if (props.conflicts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ConflictPanel {...props} />
    </Suspense>
  );
}
