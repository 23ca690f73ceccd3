import { lazy, Suspense } from 'react';
import type { ConflictPanelProps } from './conflict-panel.tsx';

/** Why a form with an open choice cannot be saved. */
export const CHOOSE_FIRST = 'Elija qué queda en cada dato que cambió.';

// Rarely needed: it comes when somebody else was faster.
const ConflictPanel = lazy(() => import('./conflict-panel.tsx').then((module) => ({ default: module.ConflictPanel })));

/** What somebody else changed while a form was being edited, and the choice of what stays; nothing where nobody did. */
export function ConflictChoices(props: ConflictPanelProps) {
  if (props.conflicts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ConflictPanel {...props} />
    </Suspense>
  );
}
