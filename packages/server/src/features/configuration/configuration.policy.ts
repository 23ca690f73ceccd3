import { isSystemState, type State, type StatePatch } from '@campanero/contract/configuration/schemas';

type StateFlags = Pick<State, 'id' | 'name' | 'callback' | 'contactability' | 'effectiveness'>;

/** Code refers to Pendiente and Inválido by id, so they keep their names and get no action. Colour and substates may change. */
export function breaksSystemState(state: StateFlags, patch: StatePatch): boolean {
  if (!isSystemState(state.id)) return false;
  const isRenamed = patch.name !== undefined && patch.name !== state.name;
  const gainsAction = (['callback', 'contactability', 'effectiveness'] as const).some(
    (flag) => patch[flag] && !state[flag],
  );
  return isRenamed || gainsAction;
}
