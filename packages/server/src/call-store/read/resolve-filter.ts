import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { NAME_SEARCH_MAX_CALLS, PLAIN_FILTER_NAMES, type AudienceFilters } from '@campanero/contract/audience/filters';
import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { isOnExternalSide } from '@campanero/contract/roles';
import { isDigits } from '@campanero/contract/shared/numbers';
import { type Db, selectColumn } from '../../db/index.ts';
import type { Viewer } from '../reach.ts';
import { intersect, type CallFilter } from './filter.ts';
import { findIdsByName, sumTotals } from './totals.ts';

/** `assigned` means the viewer's own calls. */
function toCallFilter(filters: AudienceFilters, viewer: { id: number }): CallFilter {
  const { stateId, states, operatorId, assigned } = filters;
  const wanted = stateId === undefined ? states : intersect(states, [stateId]);
  const own = assigned ? [viewer.id] : undefined;
  const operators = operatorId === undefined ? own : intersect(own, [operatorId]);
  const same = PLAIN_FILTER_NAMES.filter((name) => filters[name] !== undefined).map((name) => [name, filters[name]]);
  return { ...Object.fromEntries(same), ...(wanted && { states: unique(wanted) }), ...(operators && { operators }) };
}

const unique = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

/** The list's query without order and page: filters, `toCall` and free text. */
export type CallQuery = Omit<AudienceListQuery, 'pageNumber' | 'pageSize'> & Pick<CallFilter, 'attemptsBelow'>;

export async function resolveFilter(db: Db, viewer: Viewer, campaign: { id: number }, query: CallQuery) {
  const { attemptsBelow } = query;
  const plain = { ...toCallFilter(query, viewer), ...(attemptsBelow !== undefined && { attemptsBelow }) };
  const filter = query.toCall ? { ...plain, states: intersect(plain.states, await listStatesToCall(db)) } : plain;
  return query.general ? filterByText(db, viewer, campaign, filter, query.general) : filter;
}

/** Matches number, state, substate and operator, and the person's name if at most NAME_SEARCH_MAX_CALLS calls have to be read. */
async function filterByText(db: Db, viewer: Viewer, campaign: { id: number }, filter: CallFilter, typed: string) {
  const match = await findText(db, viewer, campaign, filter, typed);
  const { states, substates, operators, number, words } = match;
  // If it matches only states, or only operators, it becomes a plain filter, which counters and indexes answer.
  if (substates.length === 0 && number === undefined && !words) {
    if (operators.length === 0) return { ...filter, states: intersect(filter.states, states) };
    if (states.length === 0) return { ...filter, operators: intersect(filter.operators, operators) };
  }
  return { ...filter, text: match };
}

async function findText(db: Db, viewer: Viewer, campaign: { id: number }, filter: CallFilter, typed: string) {
  const digits = typed.replaceAll(/[\s().+-]/g, '');
  const isNumber = isDigits(digits) && digits.length <= 10;
  const named = await findIdsByName(db, campaign.id, typed);
  const isName = /\p{L}/u.test(typed) && (await sumTotals(db, campaign.id, filter)) <= NAME_SEARCH_MAX_CALLS;
  return {
    ...named,
    ...(isNumber && { number: digits }),
    ...(isName && { words: typed.normalize('NFC').split(/\s+/).filter(Boolean) }),
    ...(isName && isOnExternalSide(viewer) && { onlyExternalPersons: true as const }),
  };
}

const listStatesToCall = (db: Db) =>
  selectColumn<number>(db)`
    select id from state where id = ${PENDING_STATE} or callback order by id`;
