import { routesOf } from '../../http/mount.ts';
import {
  type Catalogue,
  type CatalogueTable,
  checkEntries,
  getCatalogueEntry,
  insertEntry,
  lockEntry,
  lockStates,
  replaceLinks,
  selectEntries,
  selectFlagged,
  updateEntryRow,
  updateFlag,
} from './catalogue.queries.ts';
import {
  type ActionBody,
  type ActionName,
  isSystemState,
  type ObjectivePatch,
  type State,
  type StatePatch,
} from '@campanero/contract/configuration/schemas';
import type { Trx } from '../../db/client.ts';
import { AppError, assertCurrent, auditAbout, type AuditValues, type SignedCtx, transact } from '../../work/index.ts';

export const configurationRoutes = routesOf('configuration', {
  objectives: (_input, { db }) => selectEntries(db, 'objective'),
  objective: ({ params }, { db }) => getCatalogueEntry(db, 'objective', params.id),
  createObjective: ({ body }, ctx) => createEntry(ctx, 'objective', body),
  updateObjective: ({ params, body }, ctx) => updateEntry(ctx, 'objective', params.id, body),
  states: (_input, { db }) => selectEntries(db, 'state'),
  state: ({ params }, { db }) => getCatalogueEntry(db, 'state', params.id),
  createState: ({ body }, ctx) => createEntry(ctx, 'state', body),
  updateState: ({ params, body }, ctx) => updateEntry(ctx, 'state', params.id, body),
  substates: (_input, { db }) => selectEntries(db, 'substate'),
  substate: ({ params }, { db }) => getCatalogueEntry(db, 'substate', params.id),
  createSubstate: ({ body }, ctx) => createEntry(ctx, 'substate', body),
  updateSubstate: ({ params, body }, ctx) => updateEntry(ctx, 'substate', params.id, body),
  actions: async ({ query }, { db }) => split(await selectFlagged(db, query.action)),
  saveActions: ({ query, body }, ctx) => saveActions(ctx, query.action, body),
});

// Objectives, states and substates are saved with the `config` permission. A taken name and a stale version are refused. Each
// change leaves an audit record.

type EntryPatch = StatePatch & Pick<ObjectivePatch, 'states'>;

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No');
const AUDIT_VALUES: { [T in CatalogueTable]: (entry: Catalogue[T]) => AuditValues } = {
  objective: ({ name, states }) => ({ Objetivo: name, Estados: namesOf(states) }),
  state: (state) => ({
    Estado: state.name,
    Color: state.color,
    [ACTION_LABELS.callback]: yesOrNo(state.callback),
    [ACTION_LABELS.contactability]: yesOrNo(state.contactability),
    [ACTION_LABELS.effectiveness]: yesOrNo(state.effectiveness),
    Subestados: namesOf(state.substates),
  }),
  substate: ({ name }) => ({ Subestado: name }),
};

/** Checks the linked entries before anything is written. */
async function readPatch(trx: Trx, { version: _version, states, substates, ...columns }: EntryPatch) {
  const ofObjective = states && (await checkEntries(trx, 'state', states));
  const ofState = substates && (await checkEntries(trx, 'substate', substates));
  const saveLinks = async (id: number) => {
    if (ofObjective) await replaceLinks(trx, 'objective', id, ofObjective);
    if (ofState) await replaceLinks(trx, 'state', id, ofState);
  };
  return { columns, saveLinks };
}

const createEntry = <T extends CatalogueTable>(ctx: SignedCtx, table: T, body: EntryPatch & { name: string }) =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { columns, saveLinks } = await readPatch(trx, body);
    const id = await insertEntry(trx, table, { ...columns, name: body.name }, now);
    await saveLinks(id);
    const created = await getCatalogueEntry(trx, table, id);
    await audit(auditAbout('ETIQUETA', table)(id, 'CREAR'), { after: AUDIT_VALUES[table](created) });
    return created;
  });

/** Absent fields stay. Figures follow the actions at once, because they are read through the state. */
const updateEntry = <T extends CatalogueTable>(ctx: SignedCtx, table: T, id: number, patch: EntryPatch) =>
  transact(ctx, async ({ trx, now, audit }) => {
    await lockEntry(trx, table, id);
    const before = await getCatalogueEntry(trx, table, id);
    assertCurrent(before, patch.version);
    if ('color' in before && breaksSystemState(before, patch)) throw new AppError('SYSTEM_STATE');
    const { columns, saveLinks } = await readPatch(trx, patch);
    await updateEntryRow(trx, table, id, columns, now);
    await saveLinks(id);
    const after = await getCatalogueEntry(trx, table, id);
    const values = { before: AUDIT_VALUES[table](before), after: AUDIT_VALUES[table](after) };
    await audit(auditAbout('ETIQUETA', table)(id, 'ACTUALIZAR'), values);
    return after;
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

/** States in neither list stay. Audited even if nothing changed. */
const saveActions = (ctx: SignedCtx, action: ActionName, body: ActionBody) =>
  transact(ctx, async ({ trx, now, audit }) => {
    await checkEntries(trx, 'state', body.has, 'has');
    await checkEntries(trx, 'state', body.hasNo, 'hasNo');
    if (body.has.some(isSystemState)) throw new AppError('SYSTEM_STATE');
    await lockStates(trx, [...body.has, ...body.hasNo]);
    const changed = new Set(await updateFlag(trx, action, body, now));
    const after = await selectFlagged(trx, action);
    // Derived from the written rows, so that concurrent changes are not audited as this one's.
    const before = after.map((state) => (changed.has(state.id) ? { ...state, has: !state.has } : state));
    const inWords = (states: typeof after) => ({ [ACTION_LABELS[action]]: namesOf(split(states).has) });
    const values = { before: inWords(before), after: inWords(after) };
    await audit(auditAbout('ETIQUETA', 'action')(action, 'ACTUALIZAR'), values);
    return split(after);
  });

function split<S extends { has: boolean }>(states: readonly S[]) {
  return { has: states.filter((state) => state.has), hasNo: states.filter((state) => !state.has) };
}

const ACTION_LABELS: Record<ActionName, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

/** Null for an empty list, which the audit log shows as an empty value. */
const namesOf = (list: readonly { name: string }[]): string | null => list.map(({ name }) => name).join(', ') || null;
