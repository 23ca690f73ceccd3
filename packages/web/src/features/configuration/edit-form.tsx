import { configuration } from '@campanero/contract/configuration/endpoints';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '../../lib/errors.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { statesQuery, substatesQuery } from './api.ts';
import { FormPlace } from './editor-parts.tsx';
import { type Kind, typeOf, useRememberedTarget } from './kinds.ts';
import { ObjectiveForm } from './objective-form.tsx';
import { StateForm } from './state-form.tsx';
import { SubstateForm } from './substate-form.tsx';
import { KIND_TEXTS } from './texts.ts';

/** An editor begins with what is stored now, never with a remembered copy: its version would be refused. */
const FRESH = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;

interface EditFormProps {
  kind: Kind;
  id: number;
  onSaved: () => void;
}

export function EditForm({ kind, ...props }: EditFormProps) {
  useRememberedTarget('edit', typeOf(kind), props.id);
  if (kind === 'objective') return <EditObjective {...props} />;
  if (kind === 'state') return <EditState {...props} />;
  return <EditSubstate {...props} />;
}

type Editing = Omit<EditFormProps, 'kind'>;

function EditObjective({ id, onSaved }: Editing) {
  const objective = useQuery(endpointQuery('configuration', configuration.objective, { params: { id } }, FRESH));
  const states = useQuery(statesQuery());
  return (
    <FormPlace {...failureOf('objective', objective, states)}>
      {objective.data && states.data && (
        <ObjectiveForm
          objective={objective.data}
          states={states.data}
          onReload={async () => (await objective.refetch()).data}
          onSaved={onSaved}
        />
      )}
    </FormPlace>
  );
}

function EditState({ id, onSaved }: Editing) {
  const state = useQuery(endpointQuery('configuration', configuration.state, { params: { id } }, FRESH));
  const substates = useQuery(substatesQuery());
  return (
    <FormPlace {...failureOf('state', state, substates)}>
      {state.data && substates.data && (
        <StateForm
          state={state.data}
          substates={substates.data}
          onReload={async () => (await state.refetch()).data}
          onSaved={onSaved}
        />
      )}
    </FormPlace>
  );
}

function EditSubstate({ id, onSaved }: Editing) {
  const substate = useQuery(endpointQuery('configuration', configuration.substate, { params: { id } }, FRESH));
  return (
    <FormPlace {...failureOf('substate', substate)}>
      {substate.data && (
        <SubstateForm
          substate={substate.data}
          onReload={async () => (await substate.refetch()).data}
          onSaved={onSaved}
        />
      )}
    </FormPlace>
  );
}

interface Asked {
  error: Error | null;
  isError: boolean;
  refetch: () => Promise<unknown>;
}

function failureOf(kind: Kind, ...asked: Asked[]) {
  const failed = asked.filter(({ isError }) => isError);
  const [first] = failed;
  const isGone = first?.error instanceof ApiError && first.error.code === 'NOT_FOUND';
  const { updateUnavailable } = KIND_TEXTS[kind];
  return {
    error: first && (isGone ? errorText(first.error, updateUnavailable) : updateUnavailable),
    onRetry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}

interface Creating {
  onSaved: () => void;
}

/** The empty form of a kind, once the lists it offers are here. */
export function CreateForm({ kind, onSaved }: Creating & { kind: Kind }) {
  useRememberedTarget('create', typeOf(kind));
  if (kind === 'objective') return <CreateObjective onSaved={onSaved} />;
  if (kind === 'state') return <CreateState onSaved={onSaved} />;
  return <SubstateForm onSaved={onSaved} />;
}

function CreateObjective({ onSaved }: Creating) {
  const states = useQuery(statesQuery());
  const error = states.isError ? KIND_TEXTS.objective.createUnavailable : undefined;
  return (
    <FormPlace error={error} onRetry={() => void states.refetch()}>
      {states.data && <ObjectiveForm states={states.data} onSaved={onSaved} />}
    </FormPlace>
  );
}

function CreateState({ onSaved }: Creating) {
  const substates = useQuery(substatesQuery());
  const error = substates.isError ? KIND_TEXTS.state.createUnavailable : undefined;
  return (
    <FormPlace error={error} onRetry={() => void substates.refetch()}>
      {substates.data && <StateForm substates={substates.data} onSaved={onSaved} />}
    </FormPlace>
  );
}
