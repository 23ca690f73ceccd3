import { forms } from '@campanero/contract/forms/endpoints';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Stacked } from '../../components/layout.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { FormCapacity } from './form-capacity.tsx';
import { type ChosenForm, FormSearchField } from './form-search-field.tsx';

interface FormPickerProps {
  form: ChosenForm | null;
  onChange: (form: ChosenForm | null) => void;
  error?: string | undefined;
}

export function FormPicker({ form, onChange, error }: FormPickerProps) {
  const input = form ? { params: { formId: form.id } } : skipToken;
  const capacity = useQuery(endpointQuery('forms', forms.capacity, input, { retry: false }));
  return (
    <Stacked gap={5} sx={{ maxWidth: 560 }}>
      <FormSearchField form={form} onChange={onChange} optional error={error} />
      {form && <FormCapacity result={capacity} />}
    </Stacked>
  );
}
