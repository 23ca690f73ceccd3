import { later } from '../later.tsx';
import type { ConflictPanelProps } from './conflict-panel.tsx';

export const CHOOSE_FIRST = 'Elija qué queda en cada dato que cambió.';

const ConflictPanel = later(async () => (await import('./conflict-panel.tsx')).ConflictPanel);

export const ConflictChoices = (props: ConflictPanelProps) =>
  props.conflicts.length > 0 ? <ConflictPanel {...props} /> : null;
