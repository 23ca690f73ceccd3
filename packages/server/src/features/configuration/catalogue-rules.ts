import type { ActionName, Objective, State, Substate } from '@campanero/contract/configuration/schemas';
import type { Db, Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import type { AuditValues } from '../../work/audit.ts';
import { refuseDuplicate } from '../../work/refuse-duplicate.ts';
import { countStates, findState } from './states.queries.ts';
import { countSubstates, findSubstate } from './substates.queries.ts';
import { findObjective } from './objectives.queries.ts';

/** Each once, all of them known: what a list of choices in a body comes to. */
export async function checkStates(trx: Trx, given: readonly number[], field = 'states'): Promise<number[]> {
  const ids = [...new Set(given)];
  if ((await countStates(trx, ids)) < ids.length) throw unknown('UNKNOWN_STATE', field);
  return ids;
}

export async function checkSubstates(trx: Trx, given: readonly number[]): Promise<number[]> {
  const ids = [...new Set(given)];
  if ((await countSubstates(trx, ids)) < ids.length) throw unknown('UNKNOWN_SUBSTATE', 'substates');
  return ids;
}

const unknown = (code: 'UNKNOWN_STATE' | 'UNKNOWN_SUBSTATE', field: string) =>
  new AppError(code, { fields: [{ field, message: new AppError(code).message }] });

/** Names are compared as their indexes do: without case, accents and outer blanks. */
export const refuseTakenName = (table: 'objective' | 'state' | 'substate') =>
  refuseDuplicate(
    `${table}_name`,
    () => new AppError('NAME_TAKEN', { fields: [{ field: 'name', message: 'Ya existe otro con ese nombre.' }] }),
  );

const orNotFound =
  <T>(find: (db: Db | Trx, id: number) => Promise<T | undefined>) =>
  async (db: Db | Trx, id: number): Promise<T> => {
    const found = await find(db, id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  };

/** An entry of the catalogue by its id, disabled ones too; every role may read it. */
export const getObjective = orNotFound(findObjective);
export const getState = orNotFound(findState);
export const getSubstate = orNotFound(findSubstate);

type Named = readonly { name: string }[];

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No');
/** Null for an empty list, which the audit shows as an empty value. */
export const namesOf = (list: Named): string | null => list.map(({ name }) => name).join(', ') || null;

/** The labels of the screens, so that the audit speaks as they do. */
export const ACTION_LABELS: Record<ActionName, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

export const objectiveInWords = ({ name, states }: Pick<Objective, 'name' | 'states'>): AuditValues => ({
  Objetivo: name,
  Estados: namesOf(states),
});

export const stateInWords = (state: Omit<State, 'id' | 'disable' | 'version'>): AuditValues => ({
  Estado: state.name,
  Color: state.color,
  [ACTION_LABELS.callback]: yesOrNo(state.callback),
  [ACTION_LABELS.contactability]: yesOrNo(state.contactability),
  [ACTION_LABELS.effectiveness]: yesOrNo(state.effectiveness),
  Subestados: namesOf(state.substates),
});

export const substateInWords = ({ name }: Pick<Substate, 'name'>): AuditValues => ({ Subestado: name });
