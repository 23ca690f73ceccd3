import OutlinedInput from '@mui/material/OutlinedInput';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../../components/fields/field.tsx';

interface NameFieldProps<V extends FieldValues, C, T> {
  form: UseFormReturn<V, C, T>;
  /** Why it cannot be changed. */
  fixed?: string | undefined;
}

export function NameField<V extends FieldValues & { name: string }, C, T>({ form, fixed }: NameFieldProps<V, C, T>) {
  const message = form.formState.errors.name?.message;
  return (
    <Field label="Nombre" help={fixed} error={typeof message === 'string' ? message : undefined}>
      {(wiring) => (
        <OutlinedInput
          {...wireInput(wiring)}
          {...registerInput(form, 'name' as FieldPath<V>)}
          readOnly={fixed !== undefined}
          autoComplete="off"
          sx={fixed === undefined ? undefined : { bgcolor: 'surface.subtle' }}
          inputProps={{ maxLength: 100 }}
        />
      )}
    </Field>
  );
}
