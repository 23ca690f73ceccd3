import type { Objective, State, Substate } from '@campanero/contract/configuration/schemas';

let counter = 100;

export function aSubstate(parts: Partial<Substate> = {}): Substate {
  const id = parts.id ?? ++counter;
  return { id, name: `Subestado ${id}`, disable: false, version: 0, ...parts };
}

export function aState(parts: Partial<State> = {}): State {
  const id = parts.id ?? ++counter;
  return {
    id,
    name: `Estado ${id}`,
    disable: false,
    version: 0,
    color: '#2f80c2',
    callback: false,
    contactability: false,
    effectiveness: false,
    substates: [],
    ...parts,
  };
}

export function anObjective(parts: Partial<Objective> = {}): Objective {
  const id = parts.id ?? ++counter;
  return { id, name: `Objetivo ${id}`, disable: false, version: 0, states: [], ...parts };
}
