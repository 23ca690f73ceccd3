import { useQuery } from '@tanstack/react-query';
import { statesQuery, substatesQuery } from '../api/catalogue.ts';
import { typeOf, type Kind } from '../kinds.ts';
import { useRememberedTarget } from '../target-memory.ts';
import { KIND_TEXTS } from '../texts.ts';
import { FormPlace } from './form-place.tsx';
import { ObjectiveForm } from './objective-form.tsx';
import { StateForm } from './state-form.tsx';
import { SubstateForm } from './substate-form.tsx';

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
