import { isSystemState, type State, type Substate } from '@campanero/contract/configuration/schemas';
import { ColorSquare } from '../../components/state-chip.tsx';
import type { TransferItem } from '../../components/transfer-list/use-transfer.ts';

const noteOf = (disable: boolean) => (disable ? { note: 'Desactivado' } : {});

/** States somebody may choose: the system's own are set by the product only, unless they stand there already. */
export const stateChoices = (states: readonly State[], chosen: readonly number[] = []): TransferItem[] =>
  states
    .filter(({ id }) => !isSystemState(id) || chosen.includes(id))
    .map(({ id, name, color, disable }) => ({
      id,
      name,
      mark: <ColorSquare color={color} aria-hidden />,
      ...noteOf(disable),
    }));

export const substateChoices = (substates: readonly Substate[]): TransferItem[] =>
  substates.map(({ id, name, disable }) => ({ id, name, ...noteOf(disable) }));
