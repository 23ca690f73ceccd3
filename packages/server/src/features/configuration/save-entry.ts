import {
  isSystemState,
  type Objective,
  type ObjectiveBody,
  type ObjectivePatch,
  type State,
  type StateBody,
  type StatePatch,
  type Substate,
  type SubstateBody,
  type SubstatePatch,
} from '@campanero/contract/configuration/schemas';
import type { Db, Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import type { AuditValues } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { checkEntries, insertEntry, lockEntry, updateEntryRow, type CatalogueTable } from './catalogue.queries.ts';
import { ACTION_LABELS, namesOf } from './configuration.words.ts';
import { getObjective, replaceObjectiveStates } from './objectives.queries.ts';
import { getState, replaceStateSubstates } from './states.queries.ts';
import { getSubstate } from './substates.queries.ts';

// Objectives, states and substates are saved with the `config` permission. A taken name and a stale version are refused. Each
// change leaves an audit record.

interface Catalogue<T> {
  table: CatalogueTable;
  get: (db: Db | Trx, id: number) => Promise<T>;
  auditValues: (entry: T) => AuditValues;
}

const createEntry = <T>(
  ctx: SignedCtx,
  { table, get, auditValues }: Catalogue<T>,
  insert: (trx: Trx, now: Date) => Promise<number>,
): Promise<T> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const id = await insert(trx, now);
    const created = await get(trx, id);
    await audit({ action: 'ETIQUETA', subaction: 'CREAR', object: { type: table, id }, after: auditValues(created) });
    return created;
  });

const updateEntry = <T extends { version: number }>(
  ctx: SignedCtx,
  { table, get, auditValues }: Catalogue<T>,
  { id, version }: { id: number; version: number | undefined },
  update: (trx: Trx, before: T, now: Date) => Promise<void>,
): Promise<T> =>
  transact(ctx, async ({ trx, now, audit }) => {
    await lockEntry(trx, table, id);
    const before = await get(trx, id);
    assertCurrent(before, version);
    await update(trx, before, now);
    const after = await get(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: table, id },
      before: auditValues(before),
      after: auditValues(after),
    });
    return after;
  });

const OBJECTIVES: Catalogue<Objective> = {
  table: 'objective',
  get: getObjective,
  auditValues: ({ name, states }) => ({ Objetivo: name, Estados: namesOf(states) }),
};

export const createObjective = (ctx: SignedCtx, body: ObjectiveBody): Promise<Objective> =>
  createEntry(ctx, OBJECTIVES, async (trx, now) => {
    const states = await checkEntries(trx, 'state', body.states);
    const id = await insertEntry(trx, 'objective', { name: body.name }, now);
    await replaceObjectiveStates(trx, id, states);
    return id;
  });

/** Absent fields stay. Existing campaigns keep their states. */
export const updateObjective = (ctx: SignedCtx, id: number, { name, states, version }: ObjectivePatch) =>
  updateEntry(ctx, OBJECTIVES, { id, version }, async (trx, _before, now) => {
    const checked = states && (await checkEntries(trx, 'state', states));
    await updateEntryRow(trx, 'objective', id, { name }, now);
    if (checked) await replaceObjectiveStates(trx, id, checked);
  });

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No');

const STATES: Catalogue<State> = {
  table: 'state',
  get: getState,
  auditValues: (state) => ({
    Estado: state.name,
    Color: state.color,
    [ACTION_LABELS.callback]: yesOrNo(state.callback),
    [ACTION_LABELS.contactability]: yesOrNo(state.contactability),
    [ACTION_LABELS.effectiveness]: yesOrNo(state.effectiveness),
    Subestados: namesOf(state.substates),
  }),
};

export const createState = (ctx: SignedCtx, body: StateBody): Promise<State> =>
  createEntry(ctx, STATES, async (trx, now) => {
    const { name, color, callback, contactability, effectiveness } = body;
    const substates = await checkEntries(trx, 'substate', body.substates);
    const id = await insertEntry(trx, 'state', { name, color, callback, contactability, effectiveness }, now);
    await replaceStateSubstates(trx, id, substates);
    return id;
  });

/** Absent fields stay. The system states keep name and actions. Figures follow the actions at once: they are read through the state. */
export const updateState = (ctx: SignedCtx, id: number, patch: StatePatch): Promise<State> =>
  updateEntry(ctx, STATES, { id, version: patch.version }, async (trx, before, now) => {
    if (breaksSystemState(before, patch)) throw new AppError('SYSTEM_STATE');
    const { substates, version: _checked, ...columns } = patch;
    const checked = substates && (await checkEntries(trx, 'substate', substates));
    await updateEntryRow(trx, 'state', id, columns, now);
    if (checked) await replaceStateSubstates(trx, id, checked);
  });

/** Code refers to Pendiente and Inválido by id, so they keep their names and get no action. Colour and substates may change. */
function breaksSystemState(state: State, patch: StatePatch): boolean {
  if (!isSystemState(state.id)) return false;
  const isRenamed = patch.name !== undefined && patch.name !== state.name;
  const gainsAction = (['callback', 'contactability', 'effectiveness'] as const).some(
    (flag) => patch[flag] && !state[flag],
  );
  return isRenamed || gainsAction;
}

const SUBSTATES: Catalogue<Substate> = {
  table: 'substate',
  get: getSubstate,
  auditValues: ({ name }) => ({ Subestado: name }),
};

export const createSubstate = (ctx: SignedCtx, { name }: SubstateBody): Promise<Substate> =>
  createEntry(ctx, SUBSTATES, (trx, now) => insertEntry(trx, 'substate', { name }, now));

export const updateSubstate = (ctx: SignedCtx, id: number, { name, version }: SubstatePatch): Promise<Substate> =>
  updateEntry(ctx, SUBSTATES, { id, version }, (trx, _before, now) =>
    updateEntryRow(trx, 'substate', id, { name }, now),
  );
