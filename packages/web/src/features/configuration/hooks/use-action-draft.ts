import { type ActionName, isSystemState } from '@campanero/contract/configuration/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { actionsQuery, useSaveActions } from '../api/actions.ts';
import { ACTIONS_FAILED, ACTIONS_SAVED } from '../texts.ts';

const inSpanish = new Intl.Collator('es');
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

/** One action: what is stored, what was moved since, and the way to store it. */
export function useActionDraft(action: ActionName, isShown: boolean) {
  // Fetched when first looked at, and kept while its tab is not.
  const lists = useQuery({ ...actionsQuery(action), enabled: isShown });
  const save = useSaveActions(action);
  const [moved, setMoved] = useState<readonly number[]>([]);
  const { items, has } = useMemo(() => {
    const known = lists.data ?? { has: [], hasNo: [] };
    return {
      // The states of the system never get an action, so there is nothing to choose about them.
      items: [...known.has, ...known.hasNo]
        .filter(({ id }) => !isSystemState(id))
        .toSorted((a, b) => inSpanish.compare(a.name, b.name)),
      has: new Set(idsOf(known.has)),
    };
  }, [lists.data]);
  const isMoved = new Set(moved);
  const chosen = idsOf(items).filter((id) => has.has(id) !== isMoved.has(id));

  const handleChange = (next: readonly number[]) => {
    const after = new Set(next);
    setMoved(idsOf(items).filter((id) => has.has(id) !== after.has(id)));
    if (save.isError) save.reset();
  };
  const handleSave = () =>
    save.mutate(
      // Only what was moved here: what somebody else changed meanwhile stays theirs.
      { has: moved.filter((id) => !has.has(id)), hasNo: moved.filter((id) => has.has(id)) },
      {
        onSuccess: () => {
          setMoved([]);
          notify.success(ACTIONS_SAVED);
        },
      },
    );

  const isOffline = save.error instanceof ApiError && save.error.status === 0;
  return {
    lists,
    items,
    chosen,
    isChanged: moved.length > 0,
    isSaving: save.isPending,
    error: save.error ? (isOffline ? errorText(save.error) : ACTIONS_FAILED) : undefined,
    onChange: handleChange,
    onSave: handleSave,
  };
}
export type ActionDraft = ReturnType<typeof useActionDraft>;
