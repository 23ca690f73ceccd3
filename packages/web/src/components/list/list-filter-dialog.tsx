import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { FilterDialog } from '../filter-dialog.tsx';
import { FilterInput } from './filter-inputs.tsx';
import type { FilterField, FilterForm, FilterValues } from './filters.ts';

interface ListFilterDialogProps<F> {
  form: FilterForm<F>;
  fields: readonly FilterField<F>[];
  /** The filters in force. */
  given: F;
  onApply: (filters: F) => void;
  onClose: () => void;
  /** Where the filters lead on to something else: what, and going on without a change is an answer too. */
  leadsTo?: { title: string; context: string; action: string };
}

/** The filter modal of a list: Aplicar once changed and valid (spec 5, Filters). */
export function ListFilterDialog<F>({ form, fields, given, onApply, onClose, leadsTo }: ListFilterDialogProps<F>) {
  const { control, formState, handleSubmit, reset, setValue } = useForm<FilterValues, unknown, FilterValues>({
    resolver: zodResolver(form.schema as never),
    // Not `values`: news of the list behind must not take back what is being typed.
    defaultValues: form.valuesOf(given),
    mode: 'onChange',
  });
  const values = useWatch({ control });
  const { isValid, isDirty } = formState;
  const mayApply = isDirty || leadsTo !== undefined;
  const apply = handleSubmit((filters) => onApply(filters as F));
  return (
    <FilterDialog
      {...leadsTo}
      open
      onClose={onClose}
      whyNot={!isValid ? 'Hay datos que corregir.' : mayApply ? undefined : 'Todavía no hay cambios que aplicar.'}
      onApply={() => void apply()}
      canClear={Object.values(values).some((value) => value !== '')}
      // Clears the form, not the list: what is taken back still waits for Aplicar.
      onClear={() => reset(form.valuesOf({} as F), { keepDefaultValues: true })}
    >
      {fields.map((field, place) => (
        <FilterInput
          key={field.name}
          field={field as FilterField<FilterValues>}
          control={control}
          setValue={setValue}
          // Opening the dialog is asking for its first field.
          takesFocus={place === 0}
        />
      ))}
    </FilterDialog>
  );
}
