import { ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import type { ErrorCode } from '@campanero/contract/errors';
import type { Trx } from '../../../db/client.ts';
import { AppError, type Ctx } from '../../../work/index.ts';
import { findChosenObjective, findPeople, findStates, isPlace, type Person, type Place } from './choices.queries.ts';

const SUPERVISORS = { internal: [ADMINISTRADOR, COORDINADOR], external: [COORDINADOR_EXTERNO] };
const OPERATORS = { internal: [OPERADOR], external: [OPERADOR_EXTERNO] };
const typeOf = (external: boolean) => (external ? 'external' : 'internal');

const refuse = (error: ErrorCode, field: string, message: string) =>
  new AppError(error, { fields: [{ field, message }] });

const hasAllowedRole = (roles: readonly number[], person: Person | undefined) =>
  person !== undefined && !person.disabled && person.primary !== null && roles.includes(person.primary);

/** Must be an enabled supervisor, internal or external like the campaign. */
export async function checkCoordinator(trx: Trx, id: number, external: boolean): Promise<void> {
  const [person] = await findPeople(trx, [id]);
  if (!hasAllowedRole(SUPERVISORS[typeOf(external)], person))
    throw refuse('PERSON_NOT_ALLOWED', 'coordinatedBy', 'No puede coordinar esta campaña.');
}

/** Must be enabled operators, internal or external like the campaign. Current ones (`kept`) may stay although disabled. */
export async function checkOperators(
  trx: Trx,
  ids: readonly number[],
  external: boolean,
  kept: ReadonlySet<number> = new Set(),
): Promise<void> {
  const added = ids.filter((id) => !kept.has(id));
  const people = new Map((await findPeople(trx, added)).map((person) => [person.id, person]));
  const wrong = added.filter((id) => !hasAllowedRole(OPERATORS[typeOf(external)], people.get(id)));
  if (wrong.length === 0) return;
  const names = wrong.map((id) => people.get(id)?.name ?? `id ${id}`).join(', ');
  throw refuse('PERSON_NOT_ALLOWED', 'operators', `No pueden ser operadores de esta campaña: ${names}.`);
}

export async function checkObjective(trx: Trx, id: number): Promise<void> {
  const objective = await findChosenObjective(trx, id);
  if (!objective) throw refuse('OBJECTIVE_UNKNOWN', 'objectiveId', 'El objetivo no existe.');
  if (objective.disable) throw refuse('OBJECTIVE_DISABLED', 'objectiveId', 'El objetivo está desactivado.');
}

export async function checkPlace(trx: Trx, place: Place): Promise<void> {
  if (!(await isPlace(trx, place))) throw refuse('UNKNOWN_PLACE', 'districtId', 'La ubicación no existe.');
}

/** Must exist and not be reserved for the system. Current ones (`kept`) may stay although disabled. */
export async function checkChosenStates(trx: Trx, ids: readonly number[], kept: ReadonlySet<number>): Promise<void> {
  const found = new Map((await findStates(trx, ids)).map((state) => [state.id, state]));
  for (const id of ids) {
    const state = found.get(id);
    if (!state) throw new AppError('UNKNOWN_STATE');
    if (state.isSystem) throw new AppError('SYSTEM_STATE');
    if (state.disable && !kept.has(id)) throw new AppError('STATE_DISABLED');
  }
}

export type ChosenForm = { formId: string | null; formName: string | null; formUrl: string | null };
const NO_FORM: ChosenForm = { formId: null, formName: null, formUrl: null };

const isWebAddress = (url: string) => URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/** Call it before the transaction: no lock may be held while waiting for the forms system. A URL that is not http(s) is not stored. */
export async function chooseForm({ forms }: Pick<Ctx, 'forms'>, formId: string | undefined): Promise<ChosenForm> {
  if (!formId) return NO_FORM;
  const form = await forms.find(formId);
  if (!form) throw refuse('FORM_UNKNOWN', 'formId', 'El formulario no existe.');
  return { formId: form.id, formName: form.name, formUrl: form.url && isWebAddress(form.url) ? form.url : null };
}
