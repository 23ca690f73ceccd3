import { useForm, useWatch, type DefaultValues, type FieldValues, type Resolver } from 'react-hook-form';

interface FilterFormOptions<V extends FieldValues, F extends FieldValues> {
  resolver: Resolver<V, unknown, F>;
  /** The form as the filters in force fill it. */
  given: V;
  /** The form of no filters. */
  empty: V;
  onApply: (filters: F) => void;
  /** Going on without a change is an answer too. */
  mayRest?: boolean;
}

/** The form behind a FilterDialog: fields hold text, an empty one is not filtered by; Aplicar once changed and valid (spec 5). */
export function useFilterForm<V extends FieldValues, F extends FieldValues>(options: FilterFormOptions<V, F>) {
  const { resolver, given, empty, onApply, mayRest = false } = options;
  const form = useForm<V, unknown, F>({
    resolver,
    // Not `values`: news of the list behind must not take back what is being typed.
    defaultValues: given as DefaultValues<V>,
    mode: 'onChange',
  });
  const { isValid, isDirty } = form.formState;
  const values = useWatch({ control: form.control }) as V;
  const whyNot = !isValid
    ? 'Hay datos que corregir.'
    : isDirty || mayRest
      ? undefined
      : 'Todavía no hay cambios que aplicar.';
  const apply = form.handleSubmit(onApply);
  const dialog = {
    open: true,
    whyNot,
    onApply: () => void apply(),
    canClear: Object.values(values).some((value) => value !== ''),
    // Clears the form, not the list: what is taken back still waits for Aplicar.
    onClear: () => form.reset(empty, { keepDefaultValues: true }),
  };
  return { form, values, dialog };
}
