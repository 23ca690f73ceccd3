import { isSystemState, type State, type StatePatch } from '@campanero/contract/configuration/schemas';

type Known = Pick<State, 'id' | 'name' | 'callback' | 'contactability' | 'effectiveness'>;

/**
 * Pendiente and Inválido belong to the product: figures and rules know them by their ids, so they keep their names and
 * never get an action. Their colour and substates are a matter of taste.
 */
export function breaksSystemState(state: Known, patch: StatePatch): boolean {
  if (!isSystemState(state.id)) return false;
  const isRenamed = patch.name !== undefined && patch.name !== state.name;
  const gains = (['callback', 'contactability', 'effectiveness'] as const).some((flag) => patch[flag] && !state[flag]);
  return isRenamed || gains;
}
