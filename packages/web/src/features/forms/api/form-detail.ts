import { forms } from '@campanero/contract/forms/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** A form one thinks of importing, with how many people it could bring; asked for afresh each time it is chosen. */
export const formDetailQuery = (formId: string) =>
  queryOptions({
    queryKey: ['forms', 'detail', formId] as const,
    queryFn: ({ signal }) => call(forms.detail, { params: { formId } }, { signal }),
    enabled: formId !== '',
    staleTime: 0,
    retry: false,
  });
