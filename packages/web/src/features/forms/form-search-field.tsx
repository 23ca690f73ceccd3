import { forms, type FormSearch } from '@campanero/contract/forms/endpoints';
import { REMOTE_SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Choice, RemoteChoiceField } from '../../components/fields/choice-field.tsx';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { Explained } from '../../components/page/section.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { FormCapacity } from './form-capacity.tsx';

interface FormSearchFieldProps {
  form: Choice<string> | null;
  onChange: (form: Choice<string> | null) => void;
  optional?: boolean;
  error?: string;
}

const SEARCH_FAILED = 'No fue posible buscar formularios. Inténtelo de nuevo.';

/** Limit of an id (contract, formSearch). */
const ID_MAX = 100;

/** By name and by id: ids may hold letters and names digits. */
const formSearchQuery = (typed: string) =>
  queryOptions({
    queryKey: [...endpointKey('forms', forms.search), typed],
    queryFn: async ({ signal }) => {
      const search = async (query: FormSearch) => (await call(forms.search, { query }, { signal })).forms;
      const [byId, byName] = await Promise.all([
        typed.length <= ID_MAX ? search({ id: typed }) : [],
        search({ name: typed }),
      ]);
      return [...byId, ...byName.filter(({ id }) => !byId.some((other) => other.id === id))];
    },
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

export function FormSearchField({ form, onChange, optional = false, error }: FormSearchFieldProps) {
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed.trim(), REMOTE_SEARCH_DEBOUNCE_MS);
  // The name of the chosen form is not searched for.
  const asked = settled === form?.name ? '' : settled;
  const search = useQuery(formSearchQuery(asked));
  return (
    <RemoteChoiceField
      label="Formulario"
      optional={optional}
      placeholder="Nombre o id del formulario"
      error={error ?? (search.isError && asked !== '' ? errorText(search.error, SEARCH_FAILED) : undefined)}
      value={form}
      onChange={onChange}
      onType={setTyped}
      options={(asked === '' ? [] : (search.data ?? [])).map(({ id, nombre }) => ({ id, name: nombre }))}
      isWaiting={typed.trim() !== settled || search.isFetching}
      emptyText={asked === '' ? 'Escriba para buscar.' : 'No hay coincidencias.'}
    />
  );
}

export function FormPicker({ form, onChange, error }: Omit<FormSearchFieldProps, 'optional'>) {
  const input = form ? { params: { formId: form.id } } : skipToken;
  const capacity = useQuery(endpointQuery('forms', forms.capacity, input, { retry: false }));
  return (
    <Explained
      title="Formulario de la campaña"
      help="Recibe las inscripciones. Al elegirlo se ven sus cupos. Puede quedar sin formulario."
    >
      <FormSearchField form={form} onChange={onChange} optional error={error} />
      {form && <FormCapacity result={capacity} />}
    </Explained>
  );
}
