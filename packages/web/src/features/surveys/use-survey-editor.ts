import { surveys } from '@campanero/contract/surveys/endpoints';
import { isSameQuestion, type SurveyMistake } from '@campanero/contract/surveys/mistakes';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import type { SurveyDetail } from '@campanero/contract/surveys/schemas';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useEndpointMutation } from '../../lib/changes.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { type FormStatus, NO_FORM } from '../../lib/forms.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { surveySaved } from './api.ts';
import { afterOthers, NO_IDS } from './item-changes.ts';
import type { SurveyDraft } from './survey-file.ts';
import { byItem, mistakesIn, nameMistake, shapeOf } from './survey-mistakes.ts';
import { SURVEY_NOT_SAVED } from './survey-words.ts';

const isItem = (value: unknown) => typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
/** What was typed, right or wrong. */
const surveyValues: z.ZodType<SurveyDraft> = z.object({
  name: z.string(),
  items: z.array(z.custom<SurveyItem>(isItem)),
});

export interface SurveyEditorOptions {
  /** Undefined: a new one. */
  record: SurveyDetail | undefined;
  /** What a new one begins with. */
  start: SurveyDraft;
  reload: () => Promise<SurveyDetail | undefined>;
  /** After the render without unsaved changes. */
  onSaved: (saved: SurveyDetail) => void;
  /** Leads to an item, or without one to the name. */
  onFault: (itemId: number | undefined) => void;
}

type Refused = Readonly<Record<string, { message: string; of: unknown }>>;
const NOTHING: Refused = {};

/** A survey while it is edited: its draft, its mistakes and how it is saved. */
export function useSurveyEditor(options: SurveyEditorOptions) {
  const { record, start, reload, onFault } = options;
  const draft = useSurveyDraft(record, start, reload);
  const { name, items } = draft.values;
  const [refused, setRefused] = useState(NOTHING);
  const [refusal, setRefusal] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [isTried, setTried] = useState(false);
  const unfinished = useUnfinished();
  const send = useSend(draft.latest);
  const { isSaved, tell: tellSaved } = useAfterRender(options.onSaved);

  const checked = useDeferredValue(items);
  const shape = shapeOf(checked);
  // Whether a question can be reached takes many steps.
  const found = useMemo(() => mistakesIn(JSON.parse(shape) as SurveyItem[]), [shape]);
  const all = useMemo((): SurveyMistake[] => {
    const rejected = checked.flatMap((item) => {
      const answer = refused[`items.${item.id}`];
      return answer?.of === item ? [{ itemId: item.id, message: answer.message }] : [];
    });
    const whole = refused['items']?.of === checked ? [{ message: refused['items'].message }] : [];
    return [...found, ...rejected, ...whole];
  }, [checked, found, refused]);
  const { ids } = unfinished;
  const mistakes = useMemo(
    () => byItem(all.filter(({ itemId }) => isTried || (itemId !== undefined && !ids.has(itemId)))),
    [all, isTried, ids],
  );
  const isNameRefused = refused['name'] !== undefined && refused['name'].of === name;
  const nameError = isNameRefused ? refused['name']?.message : isTried ? nameMistake(name) : undefined;

  /** False: something has to be corrected first. */
  const findFault = () => {
    setTried(true);
    const first = mistakesIn(items)[0];
    if (nameMistake(name) === undefined && !first) return false;
    onFault(nameMistake(name) === undefined ? first?.itemId : undefined);
    return true;
  };
  const showRefusal = (error: unknown) => {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const subjectOf = (field: string): unknown =>
      field === 'name' ? name : field === 'items' ? items : items.find(({ id }) => field === `items.${id}`);
    setRefused(Object.fromEntries(fields.map(([field, message]) => [field, { message, of: subjectOf(field) }])));
    if (fields.length === 0) setRefusal(errorText(error, SURVEY_NOT_SAVED));
    const at = fields.map(([field]) => items.find(({ id }) => field === `items.${id}`)?.id)[0];
    if (fields.length > 0) onFault(at);
  };
  const submit = async () => {
    setRefusal(undefined);
    setRefused(NOTHING);
    if (findFault()) return;
    setPending(true);
    try {
      let saved: SurveyDetail | undefined;
      const isDone = await draft.save(async (sent) => void (saved = await send(sent)));
      if (isDone) {
        notify.success('Relevamiento guardado.');
        tellSaved(saved ?? record);
      }
    } catch (error) {
      showRefusal(error);
    } finally {
      setPending(false);
    }
  };
  const { isDirty, conflicts, isUndecided } = draft;
  const status: FormStatus = {
    ...NO_FORM,
    isDirty,
    isReady: (record === undefined || draft.isReady || isDirty) && !isUndecided,
    isPending,
    refusal,
    conflicts,
    isUndecided,
    choose: draft.choose,
    submit: () => void (isPending || submit()),
    showFaults: () => void findFault(),
    undo: draft.discard,
  };
  return {
    draft,
    name,
    items,
    status,
    /** Those that are said by now; of a new item once it was left. */
    mistakes,
    hasMistakes: all.length > 0,
    begin: unfinished.begin,
    leave: unfinished.leave,
    nameError,
    isTried,
    isSaved,
    lastIds: record?.lastIds ?? NO_IDS,
  };
}
export type SurveyEditorState = ReturnType<typeof useSurveyEditor>;

function useSurveyDraft(record: SurveyDetail | undefined, start: SurveyDraft, reload: SurveyEditorOptions['reload']) {
  // A request that is sent again after somebody else's change needs what was read meanwhile.
  const latest = useRef(record);
  useEffect(() => {
    latest.current = record;
  });
  const recordOf = (stored: SurveyDetail | undefined) => ({ version: stored?.version ?? 0, stored });
  const draft = useRecordDraft({
    name: `survey:${record?.id ?? 'nuevo'}`,
    schema: surveyValues,
    record: recordOf(record),
    valuesOf: ({ stored }): SurveyDraft => (stored ? { name: stored.name, items: stored.items } : start),
    reload: async () => {
      const fresh = await reload();
      latest.current = fresh ?? latest.current;
      return fresh && recordOf(fresh);
    },
    sendsUnchanged: record === undefined,
  });
  const choose = (field: string, choice: 'mine' | 'theirs') => {
    const conflict = draft.conflicts.find((each) => each.field === field);
    const known = latest.current?.lastIds;
    if (field === 'items' && choice === 'mine' && conflict && known) {
      // Both may have given the same number to a new question.
      const items = afterOthers(conflict.mine as SurveyItem[], conflict.before as SurveyItem[], known);
      if (JSON.stringify(items) !== JSON.stringify(draft.values.items)) return draft.change({ items });
    }
    draft.choose(field, choice);
  };
  return { ...draft, choose, latest };
}

/** New items, while the user writes them for the first time. */
function useUnfinished() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    ids,
    begin: (id: number) => setIds((known) => new Set(known).add(id)),
    leave: (id: number) => setIds((known) => (known.has(id) ? new Set([...known].filter((one) => one !== id)) : known)),
  };
}

interface Sending {
  version: number;
  base: SurveyDraft;
  values: SurveyDraft;
  changes: Partial<SurveyDraft>;
}

/** Creates the survey, or sends what changed in it. */
function useSend(latest: { readonly current: SurveyDetail | undefined }) {
  const create = useEndpointMutation(surveys.create, { ...surveySaved, isRepeatable: true });
  const update = useEndpointMutation(surveys.update, { ...surveySaved, isRepeatable: true });
  return ({ version, base, values, changes }: Sending): Promise<SurveyDetail> => {
    const stored = latest.current;
    if (!stored) return create.mutateAsync({ body: values });
    const items = changes.items && { items: afterOthers(changes.items, base.items, stored.lastIds) };
    return update.mutateAsync({ params: { id: stored.id }, body: { ...changes, ...items, version } });
  };
}

/** Calls back after the next render, when the page no longer has unsaved changes. */
function useAfterRender(then: (saved: SurveyDetail) => void) {
  const [saved, setSaved] = useState<SurveyDetail>();
  useEffect(() => {
    if (saved) then(saved);
    // oxlint-disable-next-line react/exhaustive-deps -- once per save
  }, [saved]);
  return {
    isSaved: saved !== undefined,
    tell: (detail: SurveyDetail | undefined) => setSaved(detail && { ...detail }),
  };
}

/** The saved questions that changed ones were, so that a type changed back is the saved question again. */
export function useOrigins(record: SurveyDetail | undefined) {
  const [origins, setOrigins] = useState<ReadonlyMap<number, SurveyItem>>(new Map());
  const savedOf = (id: number) => record?.items.find((each) => each.id === id) ?? origins.get(id);
  return {
    savedOf,
    remember: (id: number, origin: SurveyItem) => setOrigins((known) => new Map(known).set(id, origin)),
    /** It replaces a saved question whose answers stay behind. */
    isReplacing: (item: SurveyItem) => {
      const origin = savedOf(item.id);
      return origin !== undefined && (origin.id !== item.id || !isSameQuestion(origin, item));
    },
  };
}
