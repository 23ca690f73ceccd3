import { forms } from '@campanero/contract/forms/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Forms by name; something that could be an id is looked for as one, too (spec 7, Audience). */
export const formSearchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['forms', 'search', typed] as const,
    queryFn: async ({ signal }) => {
      const isId = /^\d+$/.test(typed);
      const found = await call(forms.search, { query: isId ? { id: typed } : { name: typed } }, { signal });
      return found.forms;
    },
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
