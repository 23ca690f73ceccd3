import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, DialogContent } from '@mui/material';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '../form/form-dialog.tsx';
import { SubmitButton } from '../form/save-bar.tsx';
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
  leadsTo?: {
    title: string;
    context: string;
    action: string;
    /** What the filters typed so far come to, said beside the buttons; without filters while they are not valid. */
    renderOutcome?: (filters: F | undefined) => ReactNode;
  };
}

/** The filter modal of a list: Aplicar once changed and valid. */
export function ListFilterDialog<F>({ form, fields, given, onApply, onClose, leadsTo }: ListFilterDialogProps<F>) {
  const { control, formState, handleSubmit, reset, setValue } = useForm<FilterValues, unknown, FilterValues>({
    resolver: zodResolver(form.schema as never),
    // Not `values`: news of the list behind must not take back what is being typed.
    defaultValues: form.valuesOf(given),
    mode: 'onChange',
  });
  const values = useWatch({ control });
  const { isValid, isDirty } = formState;
  // The form says that it is valid a moment after it is drawn: as long as nothing is changed, nothing can be wrong.
  const whyNot = isDirty
    ? isValid
      ? undefined
      : 'Hay datos que corregir.'
    : leadsTo
      ? undefined
      : 'Todavía no hay cambios que aplicar.';
  const { renderOutcome, ...frame } = leadsTo ?? {};
  const typed = renderOutcome && form.schema.safeParse(values);
  const apply = handleSubmit((filters) => onApply(filters as F));
  return (
    <FilterDialog
      {...frame}
      outcome={renderOutcome?.(typed?.success ? typed.data : undefined)}
      onClose={onClose}
      whyNot={whyNot}
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

interface FilterDialogProps {
  title?: string;
  /** Under the title: what the filters are for, where that is not the list behind. */
  context?: ReactNode;
  /** The verb, where the filters lead on to something: that one has the focus, so that Enter goes on without filters. */
  action?: string;
  /** What the filters come to. */
  outcome?: ReactNode;
  onClose: () => void;
  /** Undefined when the form can be applied; otherwise what is missing, in words. */
  whyNot: string | undefined;
  onApply: () => void;
  canClear: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** The filter modal of every list: fields in two or three columns, Aplicar once changed and valid, Limpiar todo. */
function FilterDialog(props: FilterDialogProps) {
  const { title = 'Filtros', context, action, outcome, onClose, whyNot, onApply, canClear, onClear } = props;
  const verb = action ?? 'Aplicar';
  return (
    <FormDialog
      title={title}
      width={560}
      hasClose
      titleSx={context ? { pb: 0.5 } : undefined}
      onSubmit={() => whyNot === undefined && onApply()}
      onClose={onClose}
      other={
        <Button
          variant="text"
          onClick={onClear}
          disabled={!canClear}
          sx={{ marginInlineEnd: 'auto', '&.Mui-disabled': { backgroundColor: 'transparent' } }}
        >
          Limpiar todo
        </Button>
      }
      submit={
        <SubmitButton
          ready={whyNot === undefined}
          reason={whyNot ?? ''}
          pending={false}
          pendingText={verb}
          autoFocus={action !== undefined}
        >
          {verb}
        </SubmitButton>
      }
      body={
        <>
          {context && <Box sx={{ px: 6, pb: 4, typography: 'body2', color: 'text.secondary' }}>{context}</Box>}
          <DialogContent>
            <Box
              sx={{
                display: 'grid',
                gap: 4,
                gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(6, minmax(0, 1fr))' },
              }}
            >
              {props.children}
            </Box>
          </DialogContent>
          {outcome && <Box sx={{ px: 6, pb: 3, typography: 'body2', color: 'text.secondary' }}>{outcome}</Box>}
        </>
      }
    />
  );
}
