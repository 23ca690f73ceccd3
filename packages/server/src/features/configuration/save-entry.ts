import {
  isSystemState,
  type ObjectivePatch,
  type State,
  type StatePatch,
} from '@campanero/contract/configuration/schemas';
import type { Trx } from '../../db/client.ts';
import { AppError, assertCurrent, auditAbout, type AuditValues, type SignedCtx, transact } from '../../work/index.ts';
import {
  checkEntries,
  getCatalogueEntry,
  insertEntry,
  lockEntry,
  replaceLinks,
  updateEntryRow,
  type Catalogue,
  type CatalogueTable,
} from './catalogue.queries.ts';
import { ACTION_LABELS, namesOf } from './configuration.words.ts';

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

export const createEntry = <T extends CatalogueTable>(ctx: SignedCtx, table: T, body: EntryPatch & { name: string }) =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { columns, saveLinks } = await readPatch(trx, body);
    const id = await insertEntry(trx, table, { ...columns, name: body.name }, now);
    await saveLinks(id);
    const created = await getCatalogueEntry(trx, table, id);
    await audit(auditAbout('ETIQUETA', table)(id, 'CREAR', { after: AUDIT_VALUES[table](created) }));
    return created;
  });

/** Absent fields stay. Figures follow the actions at once, because they are read through the state. */
export const updateEntry = <T extends CatalogueTable>(ctx: SignedCtx, table: T, id: number, patch: EntryPatch) =>
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
    await audit(auditAbout('ETIQUETA', table)(id, 'ACTUALIZAR', values));
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
