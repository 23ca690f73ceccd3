import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, DialogContent } from '@mui/material';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SubmitButton } from '../action-button.tsx';
import { FormDialog } from '../form/dialogs.tsx';
import { Muted } from '../layout.tsx';
import { FilterInput } from './filter-inputs.tsx';
import type { FilterField, FilterForm, FilterValues } from './filters.ts';

interface ListFilterDialogProps<F> {
  form: FilterForm<F>;
  fields: readonly FilterField<F>[];
  given: F;
  onApply: (filters: F) => void;
  onClose: () => void;
  /** For dialogs whose filters lead to another step; unchanged filters are valid then. */
  leadsTo?: {
    title: string;
    context: string;
    action: string;
    /** Undefined while they are invalid. */
    renderOutcome?: (filters: F | undefined) => ReactNode;
  };
}

export function ListFilterDialog<F>({ form, fields, given, onApply, onClose, leadsTo }: ListFilterDialogProps<F>) {
  const { control, formState, handleSubmit, reset, setValue } = useForm<FilterValues, unknown, FilterValues>({
    resolver: zodResolver(form.schema as never),
    // Not `values`: a change of the list must not overwrite what is typed.
    defaultValues: form.valuesOf(given),
    mode: 'onChange',
  });
  const values = useWatch({ control });
  const { isValid, isDirty } = formState;
  // `isValid` is late after the first render: an unchanged form counts as valid.
  const whyNot = isDirty
    ? isValid
      ? undefined
      : 'Hay datos que corregir.'
    : leadsTo
      ? undefined
      : 'Todavía no hay cambios que aplicar.';
  const context = leadsTo?.context;
  const typed = leadsTo?.renderOutcome && form.schema.safeParse(values);
  const outcome = leadsTo?.renderOutcome?.(typed?.success ? typed.data : undefined);
  const action = leadsTo?.action ?? 'Aplicar';
  const apply = handleSubmit((filters) => onApply(filters as F));
  return (
    <FormDialog
      title={leadsTo?.title ?? 'Filtros'}
      width={560}
      hasClose
      titleSx={context ? { pb: 0.5 } : undefined}
      onSubmit={() => whyNot === undefined && void apply()}
      onClose={onClose}
      other={
        <Button
          variant="text"
          // Clears the form; the list changes on Aplicar.
          onClick={() => reset(form.valuesOf({} as F), { keepDefaultValues: true })}
          disabled={Object.values(values).every((value) => value === '')}
          sx={{ marginInlineEnd: 'auto', '&.Mui-disabled': { backgroundColor: 'transparent' } }}
        >
          Limpiar todo
        </Button>
      }
      submit={
        // Enter goes on without filters.
        <SubmitButton reason={whyNot} autoFocus={leadsTo !== undefined}>
          {action}
        </SubmitButton>
      }
      body={
        <>
          {context && <Muted sx={{ px: 6, pb: 4 }}>{context}</Muted>}
          <DialogContent>
            <Box
              sx={{
                display: 'grid',
                gap: 4,
                gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(6, minmax(0, 1fr))' },
              }}
            >
              {fields.map((field, place) => (
                <FilterInput
                  key={field.name}
                  field={field as FilterField<FilterValues>}
                  control={control}
                  setValue={setValue}
                  takesFocus={place === 0}
                />
              ))}
            </Box>
          </DialogContent>
          {outcome && <Muted sx={{ px: 6, pb: 3 }}>{outcome}</Muted>}
        </>
      }
    />
  );
}
