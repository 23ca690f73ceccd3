import {
  type Condition,
  isQuestion,
  isStep,
  type ItemKind,
  optionsOf,
  type SurveyItem,
  type SurveyQuestion,
} from '@campanero/contract/surveys/definition';
import { isSameQuestion, testsOf } from '@campanero/contract/surveys/mistakes';
import type { SurveyDetail } from '@campanero/contract/surveys/schemas';

// What the editor does to the items of a survey. Ids are never used twice: a new item takes the next one after all that were ever saved.

export type LastIds = SurveyDetail['lastIds'];
export const NO_IDS: LastIds = { item: 0, options: [] };

const conditionsIn = (items: readonly SurveyItem[]): Condition[] =>
  items.filter(isStep).flatMap(({ showIf }) => showIf?.conditions ?? []);

/** After those of conditions too: one that names a question taken away must not come to mean another. */
export const nextItemId = (items: readonly SurveyItem[], lastIds: LastIds): number =>
  1 + Math.max(lastIds.item, ...items.map(({ id }) => id), ...conditionsIn(items).map(({ questionId }) => questionId));

export function nextOptionId(item: SurveyItem, items: readonly SurveyItem[], lastIds: LastIds): number {
  const saved = lastIds.options.find(({ itemId }) => itemId === item.id)?.last ?? 0;
  const present = 'options' in item ? item.options.map(({ id }) => id) : [];
  const named = conditionsIn(items).flatMap(({ questionId, values }) => (questionId === item.id ? values : []));
  return 1 + Math.max(saved, ...present, ...named);
}

const EMPTY_OPTIONS = [
  { id: 1, text: '' },
  { id: 2, text: '' },
];

type Written = { text: string; help: string; required: boolean; showIf: SurveyQuestion['showIf'] };
const NOTHING: Written = { text: '', help: '', required: true, showIf: null };

export function newItem(kind: ItemKind, id: number, written: Written = NOTHING): SurveyItem {
  const { text, help, showIf } = written;
  switch (kind) {
    case 'section':
      return { kind, id, text };
    case 'note':
      return { kind, id, text, help, showIf };
    case 'choice':
    case 'choices':
      return { kind, id, ...written, options: EMPTY_OPTIONS };
    case 'scale':
      return { kind, id, ...written, from: 1, to: 5, labels: [] };
    case 'number':
      return { kind, id, ...written, min: null, max: null, unit: '' };
    default:
      return { kind, id, ...written };
  }
}

export const replaced = (items: readonly SurveyItem[], id: number, next: SurveyItem): SurveyItem[] =>
  items.map((each) => (each.id === id ? next : each));

/** After the item with that id; without one at the end. */
export function inserted(items: readonly SurveyItem[], item: SurveyItem, after: number | undefined): SurveyItem[] {
  const place = items.findIndex(({ id }) => id === after);
  return place === -1 ? [...items, item] : items.toSpliced(place + 1, 0, item);
}

/** By one place; the same list where there is no further one. */
export function moved<T extends { id: number }>(list: readonly T[], id: number, by: -1 | 1): readonly T[] {
  const place = list.findIndex((each) => each.id === id);
  const item = list[place];
  const other = list[place + by];
  if (!item || !other) return list;
  return list.with(place, other).with(place + by, item);
}

export const dependants = (items: readonly SurveyItem[], id: number): SurveyItem[] =>
  items.filter((each) => conditionsIn([each]).some(({ questionId }) => questionId === id));

/** A question in another type: with the texts that both have. */
function asKind(item: SurveyItem, kind: ItemKind): SurveyItem {
  const written = { ...NOTHING, ...item };
  const { text, help, required, showIf } = written;
  const next = newItem(kind, item.id, { text, help, required, showIf });
  if (!('options' in next)) return next;
  const known = optionsOf(item).filter((option) => option.text !== '');
  return {
    ...next,
    options: known.length > 0 ? known.map(({ id, text: words }) => ({ id, text: words })) : EMPTY_OPTIONS,
  };
}

const isMeasured = ({ kind }: SurveyItem) => kind === 'scale' || kind === 'number';

/** Whether a value means the same in both. */
function meansTheSame(value: number, was: SurveyItem, now: SurveyItem): boolean {
  if (isMeasured(was) && isMeasured(now)) return now.kind === 'number' || optionsOf(now).some(({ id }) => id === value);
  if (was.kind === 'date' && now.kind === 'date') return true;
  const textIn = (item: SurveyItem) => optionsOf(item).find(({ id }) => id === value)?.text;
  const words = textIn(was);
  return words !== undefined && words !== '' && words === textIn(now);
}

/** Conditions on the old question look at the new one; values that mean nothing there are taken out and asked for again. */
function repointed(condition: Condition, was: SurveyItem, now: SurveyItem): Condition {
  if (condition.questionId !== was.id || !isQuestion(now)) return condition;
  const values = testsOf(now).includes(condition.test)
    ? condition.values.filter((value) => meansTheSame(value, was, now))
    : condition.values;
  return { ...condition, questionId: now.id, values };
}

const withConditions = (item: SurveyItem, change: (condition: Condition) => Condition): SurveyItem =>
  isStep(item) && item.showIf
    ? { ...item, showIf: { ...item.showIf, conditions: item.showIf.conditions.map(change) } }
    : item;

/**
 * A question with another type or with other ends of its scale. A saved one becomes another question, since its answers would mean
 * something else; changed back, it is the saved one again.
 */
export function withMeaning(items: readonly SurveyItem[], now: SurveyItem, { origin, nextId }: Origin): SurveyItem[] {
  const was = items.find(({ id }) => id === now.id);
  if (!was) return [...items];
  const isOrigin = origin && isSameQuestion(origin, now) && !items.some(({ id }) => id === origin.id && id !== now.id);
  const id = isOrigin ? origin.id : origin?.id === now.id ? nextId : now.id;
  const next = { ...now, id };
  return items.map((each) => withConditions(each.id === was.id ? next : each, (one) => repointed(one, was, next)));
}
interface Origin {
  /** The saved question that this one was. */
  origin: SurveyItem | undefined;
  nextId: number;
}

export const withKind = (items: readonly SurveyItem[], id: number, kind: ItemKind, origin: Origin): SurveyItem[] => {
  const was = items.find((each) => each.id === id);
  if (!was) return [...items];
  // Changed back, it has its saved options and ends again.
  const saved = origin.origin?.kind === kind ? origin.origin : undefined;
  const now = { ...asKind(was, kind), ...(saved && meaningOf(saved)) };
  return withMeaning(items, now, origin);
};

function meaningOf(saved: SurveyItem) {
  if ('options' in saved) return { options: saved.options };
  if (saved.kind === 'scale') return { from: saved.from, to: saved.to, labels: saved.labels };
  return saved.kind === 'number' ? { min: saved.min, max: saved.max, unit: saved.unit } : {};
}

const withIds = (items: readonly SurveyItem[], ids: ReadonlyMap<number, number>, options: OptionIds): SurveyItem[] =>
  items.map((each) => {
    const optionIn = (itemId: number, value: number) => options.get(itemId)?.get(value) ?? value;
    const renamed = withConditions(each, (one) => ({
      ...one,
      questionId: ids.get(one.questionId) ?? one.questionId,
      values: one.values.map((value) => optionIn(one.questionId, value)),
    }));
    const id = ids.get(each.id) ?? each.id;
    if (!('options' in renamed)) return { ...renamed, id };
    return {
      ...renamed,
      id,
      options: renamed.options.map((option) => ({ ...option, id: optionIn(each.id, option.id) })),
    };
  });
type OptionIds = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Numbered from 1: for a copy, which has no answers yet. */
export const numberedAnew = (items: readonly SurveyItem[]): SurveyItem[] =>
  withIds(
    items,
    new Map(items.map(({ id }, place) => [id, place + 1])),
    new Map(
      items.flatMap((each) =>
        'options' in each ? [[each.id, new Map(each.options.map(({ id }, place) => [id, place + 1]))] as const] : [],
      ),
    ),
  );

/** What was added to `before`, with ids after those that somebody else saved meanwhile. */
export function afterOthers(mine: readonly SurveyItem[], before: readonly SurveyItem[], saved: LastIds): SurveyItem[] {
  let next = nextItemId(mine, saved);
  const added = mine.filter(({ id }) => id <= saved.item && !before.some((was) => was.id === id));
  const ids = new Map(added.map(({ id }) => [id, next++] as const));
  const options = new Map(
    mine.flatMap((each) => {
      const was = before.find(({ id }) => id === each.id);
      if (!('options' in each) || !was) return [];
      let nextOption = nextOptionId(each, mine, saved);
      const last = saved.options.find(({ itemId }) => itemId === each.id)?.last ?? 0;
      const known = 'options' in was ? was.options.map(({ id }) => id) : [];
      const taken = each.options.filter(({ id }) => id <= last && !known.includes(id));
      return taken.length > 0 ? [[each.id, new Map(taken.map(({ id }) => [id, nextOption++] as const))] as const] : [];
    }),
  );
  return withIds(mine, ids, options);
}

/** The same item again, right after it. */
export function duplicated(items: readonly SurveyItem[], id: number, nextId: number): SurveyItem[] {
  const item = items.find((each) => each.id === id);
  return item ? inserted(items, { ...item, id: nextId }, id) : [...items];
}
