import { forms } from '@campanero/contract/forms/endpoints';
import { Box } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/queries.ts';
import { FormCapacity } from './form-capacity.tsx';
import { type ChosenForm, FormSearchField } from './form-search-field.tsx';

interface FormPickerProps {
  form: ChosenForm | null;
  onChange: (form: ChosenForm | null) => void;
  error?: string | undefined;
}

/** A form for a campaign; its places show as soon as it is chosen. */
export function FormPicker({ form, onChange, error }: FormPickerProps) {
  const input = form ? { params: { formId: form.id } } : skipToken;
  const capacity = useQuery(endpointQuery('forms', forms.capacity, input, { retry: false }));
  return (
    <Box sx={{ display: 'grid', gap: 5, maxWidth: 560 }}>
      <FormSearchField form={form} onChange={onChange} optional error={error} />
      {form && <FormCapacity result={capacity} />}
    </Box>
  );
}
