import { lazy, Suspense } from 'react';
import type { ConflictPanelProps } from './conflict-panel.tsx';

export const CHOOSE_FIRST = 'Elija qué queda en cada dato que cambió.';

// Loaded with the first conflict.
const ConflictPanel = lazy(() => import('./conflict-panel.tsx').then((module) => ({ default: module.ConflictPanel })));

export function ConflictChoices(props: ConflictPanelProps) {
  if (props.conflicts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ConflictPanel {...props} />
    </Suspense>
  );
}
