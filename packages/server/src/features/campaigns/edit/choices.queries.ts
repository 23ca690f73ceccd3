import { sql } from 'kysely';
import { isSetBySystem } from '../../../call-store/write/index.ts';
import type { Trx } from '../../../db/client.ts';
import { selectColumn, selectRows, selectValue } from '../../../db/select.ts';
import { asBigint, fullName, primaryRole } from '../../../db/product-sql.ts';
import { ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO, OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { AppError, fieldError } from '../../../work/app-error.ts';
import { isChoosable } from '../../surveys/surveys.queries.ts';
import type { Ctx } from '../../../work/context.ts';

interface Person {
  id: number;
  name: string;
  disabled: boolean;
  /** The highest role; null is a guest. */
  primary: number | null;
}

/** Ids of requests may exceed int4, so they are compared as bigint. */
const findPeople = (trx: Trx, ids: readonly number[]) =>
  selectRows<Person>(trx)`
    select app_user.id, ${fullName()} as name, disabled, ${primaryRole()} as primary
    from app_user where app_user.id = any(${ids}::bigint[])`;

const findChosenObjective = (trx: Trx, id: number) =>
  trx.selectFrom('objective').select(['id', 'name', 'disable']).where('id', '=', asBigint(id)).executeTakeFirst();

/** The initial states of a campaign: the objective's enabled ones, without those reserved for the system. */
export const listObjectiveStates = (trx: Trx, objectiveId: number) =>
  selectColumn<number>(trx)`
    select state.id from objective_state join state on state.id = objective_state.state_id
    where objective_state.objective_id = ${objectiveId} and not state.disable and ${isNotSystemState} order by state.id`;

/** States named Pendiente and 17 (Inválido) are set by the system only. */
export const isNotSystemState = sql<boolean>`not ${isSetBySystem}`;

const findStates = (trx: Trx, ids: readonly number[]) =>
  selectRows<{ id: number; disable: boolean; isSystem: boolean }>(trx)`
    select state.id, state.disable, ${isSetBySystem} as is_system from state where state.id = any(${ids}::bigint[])`;

export type Place = { districtId: string | null; sectionId: string | null; subsectionId: string | null };

/** A new district clears section and subsection, a new section clears the subsection, unless they are sent too. */
export function mergePlace(present: Place, asked: { [Part in keyof Place]?: string | null | undefined }): Place {
  const chosen = (value: string | null | undefined, inherited: string | null) =>
    value === undefined ? inherited : value || null;
  const districtId = chosen(asked.districtId, present.districtId);
  const sectionId = chosen(asked.sectionId, districtId === present.districtId ? present.sectionId : null);
  const isSameSection = districtId === present.districtId && sectionId === present.sectionId;
  const subsectionId = chosen(asked.subsectionId, isSameSection ? present.subsectionId : null);
  return { districtId, sectionId, subsectionId };
}

/** Whether each part exists and belongs to its parent. */
export async function isPlace(trx: Trx, { districtId, sectionId, subsectionId }: Place): Promise<boolean> {
  if (districtId === null) return sectionId === null && subsectionId === null;
  if (sectionId === null && subsectionId !== null) return false;
  return selectValue<boolean>(trx)`
    select exists (
      select from location_district d
      left join location_section s on s.district_id = d.id and s.id = ${sectionId}
      left join location_subsection u on u.section_id = s.id and u.id = ${subsectionId}
      where d.id = ${districtId}
        and (${sectionId}::text is null or s.id is not null) and (${subsectionId}::text is null or u.id is not null))`;
}

const SUPERVISORS = { internal: [ADMINISTRADOR, COORDINADOR], external: [COORDINADOR_EXTERNO] };
const OPERATORS = { internal: [OPERADOR], external: [OPERADOR_EXTERNO] };
const typeOf = (external: boolean) => (external ? 'external' : 'internal');

const hasAllowedRole = (roles: readonly number[], person: Person | undefined) =>
  person !== undefined && !person.disabled && person.primary !== null && roles.includes(person.primary);

/** Must be an enabled supervisor, internal or external like the campaign. */
export async function checkCoordinator(trx: Trx, id: number, external: boolean): Promise<void> {
  const [person] = await findPeople(trx, [id]);
  if (!hasAllowedRole(SUPERVISORS[typeOf(external)], person))
    throw fieldError('PERSON_NOT_ALLOWED', 'coordinatedBy', 'No puede coordinar esta campaña.');
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
  throw fieldError('PERSON_NOT_ALLOWED', 'operators', `No pueden ser operadores de esta campaña: ${names}.`);
}

export async function checkObjective(trx: Trx, id: number): Promise<void> {
  const objective = await findChosenObjective(trx, id);
  if (!objective) throw fieldError('OBJECTIVE_UNKNOWN', 'objectiveId', 'El objetivo no existe.');
  if (objective.disable) throw fieldError('OBJECTIVE_DISABLED', 'objectiveId', 'El objetivo está desactivado.');
}

export async function checkPlace(trx: Trx, place: Place): Promise<void> {
  if (!(await isPlace(trx, place))) throw fieldError('UNKNOWN_PLACE', 'districtId', 'La ubicación no existe.');
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

export async function checkSurvey(trx: Trx, id: number): Promise<void> {
  if (!(await isChoosable(trx, id)))
    throw fieldError('SURVEY_UNKNOWN', 'surveyId', new AppError('SURVEY_UNKNOWN').message);
}

export type ChosenForm = { formId: string | null; formName: string | null; formUrl: string | null };
const NO_FORM: ChosenForm = { formId: null, formName: null, formUrl: null };

const isWebAddress = (url: string) => URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/** Call it before the transaction: no lock may be held while waiting for the forms system. A URL that is not http(s) is not stored. */
export async function chooseForm({ forms }: Pick<Ctx, 'forms'>, formId: string | undefined): Promise<ChosenForm> {
  if (!formId) return NO_FORM;
  const form = await forms.find(formId);
  if (!form) throw fieldError('FORM_UNKNOWN', 'formId', 'El formulario no existe.');
  return { formId: form.id, formName: form.name, formUrl: form.url && isWebAddress(form.url) ? form.url : null };
}
