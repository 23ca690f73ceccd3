import { configuration } from '@campanero/contract/configuration/endpoints';
import { actionName, type ActionName, isSystemState } from '@campanero/contract/configuration/schemas';
import { styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { LIST_FAILED } from '../../components/page/messages.tsx';
import { PageTabs, panelOf } from '../../components/page/page-tabs.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { type FormStatus, NO_FORM } from '../../lib/forms.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { FormPlace, TransferField } from './editor-parts.tsx';
import { ACTION_LABELS, actionMeaning, ACTIONS_FAILED, ACTIONS_SAVED, NO_STATES_LEFT } from './texts.ts';

const ACTIONS = actionName.options;
const SLUGS: Record<ActionName, string> = {
  callback: 'volver-a-llamar',
  contactability: 'contactabilidad',
  effectiveness: 'efectividad',
};

const Dot = styled('span')(({ theme }) => ({
  width: 7,
  height: 7,
  borderRadius: '50%',
  background: theme.palette.secondary.main,
  marginInlineStart: 6,
}));

const UNSAVED = (
  <Dot>
    <VisuallyHidden>sin guardar</VisuallyHidden>
  </Dot>
);

/** Each tab has a draft of its own; a dot marks unsaved ones. */
export function ActionsEditor() {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const shown = ACTIONS.find((action) => SLUGS[action] === params.get('tab')) ?? 'callback';
  const drafts: Record<ActionName, ActionDraft> = {
    callback: useActionDraft('callback', shown === 'callback'),
    contactability: useActionDraft('contactability', shown === 'contactability'),
    effectiveness: useActionDraft('effectiveness', shown === 'effectiveness'),
  };
  const unsaved = ACTIONS.filter((action) => drafts[action].status.isDirty);
  return (
    <>
      <UnsavedGuard
        active={unsaved.length > 0}
        what={`Si sale ahora se pierden los cambios de ${unsaved.map((action) => `«${ACTION_LABELS[action]}»`).join(', ')}.`}
      />
      <PageTabs
        id={id}
        label="Acciones"
        tabs={ACTIONS.map((key) => ({
          key,
          label: ACTION_LABELS[key],
          icon: drafts[key].status.isDirty ? UNSAVED : undefined,
        }))}
        current={shown}
        onChange={(action) => setParams(action === 'callback' ? {} : { tab: SLUGS[action] })}
      />
      <div {...panelOf(id, shown)}>
        <ActionPanel key={shown} action={shown} draft={drafts[shown]} />
      </div>
    </>
  );
}

function ActionPanel({ action, draft }: { action: ActionName; draft: ActionDraft }) {
  const { lists, items, chosen, status, onChange } = draft;
  return (
    <FormPlace error={lists.isError && !lists.data ? LIST_FAILED : undefined} onRetry={() => void lists.refetch()}>
      {lists.data && (
        <FormPanel
          label={ACTION_LABELS[action]}
          status={status}
          hint={status.isDirty ? undefined : 'Todavía no hay cambios.'}
          paddingY={5}
          sx={{ maxWidth: 960 }}
        >
          <TransferField
            label="Estados"
            help={actionMeaning(action, 'uno de los estados que la tienen')}
            noun="estados"
            items={items}
            chosen={chosen}
            onChange={onChange}
            disabled={status.isPending}
            available={{ title: 'No la tienen', empty: NO_STATES_LEFT }}
            selected={{ title: 'La tienen', empty: 'Ningún estado tiene esta acción.' }}
          />
        </FormPanel>
      )}
    </FormPlace>
  );
}

const inSpanish = new Intl.Collator('es');
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

function useActionDraft(action: ActionName, isShown: boolean) {
  // Fetched when the tab is first shown.
  const query = endpointQuery('configuration', configuration.actions, { query: { action } });
  const lists = useQuery({ ...query, enabled: isShown });
  const save = useEndpointMutation(configuration.saveActions, {
    replaces: () => query,
    refetches: [endpointKey('configuration', configuration.states)],
    done: ACTIONS_SAVED,
  });
  // Moved states and whether they should have the action.
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { items, has } = useMemo(() => {
    const known = lists.data ?? { has: [], hasNo: [] };
    return {
      // System states never have actions.
      items: [...known.has, ...known.hasNo]
        .filter(({ id }) => !isSystemState(id))
        .toSorted((a, b) => inSpanish.compare(a.name, b.name)),
      has: new Set(idsOf(known.has)),
    };
  }, [lists.data]);
  const moved = [...wanted].filter(([id, isWanted]) => isWanted !== has.has(id));
  const chosen = idsOf(items).filter((id) => wanted.get(id) ?? has.has(id));

  const handleChange = (next: readonly number[]) => {
    const after = new Set(next);
    const moves = idsOf(items).filter((id) => has.has(id) !== after.has(id));
    setWanted(new Map(moves.map((id) => [id, after.has(id)])));
    if (save.isError) save.reset();
  };
  const handleSave = () =>
    save.mutate(
      // Only moved states: changes by others stay.
      {
        query: { action },
        body: {
          has: moved.flatMap(([id, isWanted]) => (isWanted ? id : [])),
          hasNo: moved.flatMap(([id, isWanted]) => (isWanted ? [] : id)),
        },
      },
      { onSuccess: () => setWanted(new Map()) },
    );

  const isOffline = save.error instanceof ApiError && save.error.status === 0;
  const isChanged = moved.length > 0;
  const status: FormStatus = {
    ...NO_FORM,
    isDirty: isChanged,
    isReady: isChanged,
    isPending: save.isPending,
    refusal: save.error ? (isOffline ? errorText(save.error) : ACTIONS_FAILED) : undefined,
    submit: handleSave,
  };
  return { lists, items, chosen, status, onChange: handleChange };
}
type ActionDraft = ReturnType<typeof useActionDraft>;
