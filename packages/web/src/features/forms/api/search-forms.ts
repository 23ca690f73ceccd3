import { forms } from '@campanero/contract/forms/endpoints';
import type { FormSearch } from '@campanero/contract/forms/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Longer texts are no id (contract, formSearch). */
const ID_MAX = 100;

/** Forms by name or id, whatever was typed: ids are the forms system's own and may hold letters, names may hold digits. */
export const formSearchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['forms', 'search', typed] as const,
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
