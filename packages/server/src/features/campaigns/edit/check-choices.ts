import { ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import type { Trx } from '../../../db/client.ts';
import { AppError } from '../../../work/app-error.ts';
import type { Ctx } from '../../../work/context.ts';
import { findChosenObjective, findPeople, findStates, isPlace, type Person, type Place } from './choices.queries.ts';

const SUPERVISORS = { internal: [ADMINISTRADOR, COORDINADOR], external: [COORDINADOR_EXTERNO] };
const OPERATORS = { internal: [OPERADOR], external: [OPERADOR_EXTERNO] };
const sideOf = (external: boolean) => (external ? 'external' : 'internal');

const refuse = (error: 'PERSON_NOT_ALLOWED', field: string, message: string) =>
  new AppError(error, { fields: [{ field, message }] });

const hasAllowedRole = (roles: readonly number[], person: Person | undefined) =>
  person !== undefined && !person.disabled && person.primary !== null && roles.includes(person.primary);

/** An enabled supervisor of the campaign's side, by primary role. */
export async function checkCoordinator(trx: Trx, id: number, external: boolean): Promise<void> {
  const [person] = await findPeople(trx, [id]);
  if (!hasAllowedRole(SUPERVISORS[sideOf(external)], person))
    throw refuse('PERSON_NOT_ALLOWED', 'coordinatedBy', 'No puede coordinar esta campaña.');
}

/** Enabled operators of the campaign's side. Those who already work in it (`kept`) may stay although disabled since. */
export async function checkOperators(
  trx: Trx,
  ids: readonly number[],
  external: boolean,
  kept: ReadonlySet<number> = new Set(),
): Promise<void> {
  const added = ids.filter((id) => !kept.has(id));
  const people = new Map((await findPeople(trx, added)).map((person) => [person.id, person]));
  const wrong = added.filter((id) => !hasAllowedRole(OPERATORS[sideOf(external)], people.get(id)));
  if (wrong.length === 0) return;
  const names = wrong.map((id) => people.get(id)?.name ?? `id ${id}`).join(', ');
  throw refuse('PERSON_NOT_ALLOWED', 'operators', `No pueden ser operadores de esta campaña: ${names}.`);
}

export async function checkObjective(trx: Trx, id: number): Promise<void> {
  const objective = await findChosenObjective(trx, id);
  const fault = (message: string) => ({ fields: [{ field: 'objectiveId', message }] });
  if (!objective) throw new AppError('OBJECTIVE_UNKNOWN', fault('El objetivo no existe.'));
  if (objective.disable) throw new AppError('OBJECTIVE_DISABLED', fault('El objetivo está desactivado.'));
}

export async function checkPlace(trx: Trx, place: Place): Promise<void> {
  if (!(await isPlace(trx, place)))
    throw new AppError('UNKNOWN_PLACE', { fields: [{ field: 'districtId', message: 'La ubicación no existe.' }] });
}

/** States that exist and users may choose. Those that the campaign has already (`kept`) may stay although disabled since. */
export async function checkChosenStates(trx: Trx, ids: readonly number[], kept: ReadonlySet<number>): Promise<void> {
  const found = new Map((await findStates(trx, ids)).map((state) => [state.id, state]));
  for (const id of ids) {
    const state = found.get(id);
    if (!state) throw new AppError('UNKNOWN_STATE');
    if (state.isSystem) throw new AppError('SYSTEM_STATE');
    if (state.disable && !kept.has(id)) throw new AppError('STATE_DISABLED');
  }
}

/** What the campaign stores of the form that its operators fill in during a call. */
export interface ChosenForm {
  formId: string | null;
  formName: string | null;
  formUrl: string | null;
}
const NO_FORM: ChosenForm = { formId: null, formName: null, formUrl: null };

const isWebAddress = (url: string) => URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/**
 * Asks the forms system about the chosen form, before any transaction, so that no lock is held while waiting for another
 * system. Unknown: 422; no answer: 503. An address that is not http(s) is not stored.
 */
export async function chooseForm({ forms }: Pick<Ctx, 'forms'>, formId: string | undefined): Promise<ChosenForm> {
  if (!formId) return NO_FORM;
  const form = await forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN', { fields: [{ field: 'formId', message: 'El formulario no existe.' }] });
  return { formId: form.id, formName: form.name, formUrl: form.url && isWebAddress(form.url) ? form.url : null };
}
