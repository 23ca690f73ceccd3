import { formatCounted } from '@campanero/contract/shared/numbers';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Box,
  Button,
  DialogContent,
  FormControlLabel,
  OutlinedInput,
  Radio,
  RadioGroup,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { type ComponentType, memo, type ReactNode, useState } from 'react';
import { type Control, useController, useForm, type UseFormSetValue, useWatch } from 'react-hook-form';
import { SubmitButton } from '../action-button.tsx';
import { ChoiceField, OptionsField, unlisted } from '../fields/choice-field.tsx';
import { DateField } from '../fields/date-field.tsx';
import { Field, wireInput } from '../fields/field.tsx';
import { FormDialog } from '../form/dialogs.tsx';
import { Muted } from '../layout.tsx';
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
    /** The two answers; the second shows the filters. */
    all: string;
    some: string;
    action: string;
    /** Undefined while they are invalid. */
    renderOutcome: (filters: F | undefined) => ReactNode;
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
  const active = Object.values(values).filter((value) => value !== '').length;
  const [isOpen, setOpen] = useState(!leadsTo || active > 0);
  const { isValid, isDirty } = formState;
  // `isValid` is late after the first render: an unchanged form counts as valid.
  const fault = isDirty && !isValid ? 'Hay datos que corregir.' : undefined;
  const unchanged = isDirty || leadsTo ? undefined : 'Todavía no hay cambios que aplicar.';
  const whyNot = isOpen ? (fault ?? unchanged) : undefined;
  const typed = leadsTo && form.schema.safeParse(isOpen ? values : {});
  const outcome = leadsTo?.renderOutcome(typed?.success ? typed.data : undefined);
  const action = leadsTo?.action ?? 'Aplicar';
  const apply = isOpen ? handleSubmit((filters) => onApply(filters as F)) : () => typed?.data && onApply(typed.data);
  return (
    <FormDialog
      title={leadsTo?.title ?? 'Filtros'}
      width={560}
      onSubmit={() => whyNot === undefined && void apply()}
      onClose={onClose}
      other={
        isOpen && (
          <Button
            variant="text"
            // Clears the form; the list changes on Aplicar.
            onClick={() => reset(form.valuesOf({} as F), { keepDefaultValues: true })}
            disabled={active === 0}
            sx={{ marginInlineEnd: 'auto', '&.Mui-disabled': { backgroundColor: 'transparent' } }}
          >
            Limpiar todo
          </Button>
        )
      }
      submit={
        // Enter goes on without filters.
        <SubmitButton reason={whyNot} autoFocus={leadsTo !== undefined}>
          {action}
        </SubmitButton>
      }
      body={
        <>
          {leadsTo && (
            <RadioGroup
              aria-label={leadsTo.title}
              value={isOpen ? 'some' : 'all'}
              onChange={(_event, value) => setOpen(value === 'some')}
              sx={{ px: 6, pb: isOpen ? 2 : 4 }}
            >
              <FormControlLabel value="all" control={<Radio />} label={leadsTo.all} />
              <FormControlLabel
                value="some"
                control={<Radio />}
                label={active > 0 ? `${leadsTo.some} (${formatCounted(active, 'filtro', 'filtros')})` : leadsTo.some}
              />
            </RadioGroup>
          )}
          <DialogContent hidden={!isOpen}>
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
                  takesFocus={place === 0 && !leadsTo}
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

interface FilterInputProps {
  field: FilterField<FilterValues>;
  control: Control<FilterValues, unknown, FilterValues>;
  setValue: UseFormSetValue<FilterValues>;
  takesFocus: boolean;
}
type InputOf<K extends FilterField<FilterValues>['kind']> = Omit<FilterInputProps, 'field'> & {
  field: Extract<FilterField<FilterValues>, { kind: K }>;
};

const COLUMNS = { third: 2, half: 3, full: 6 };

/** Each field subscribes to its own value: typing rerenders one field. */
const FilterInput = memo(function FilterInput(props: FilterInputProps) {
  const { kind, width = 'half', startsLine = false } = props.field;
  if (kind === 'tag') return null;
  const columns = `${startsLine ? 1 : 'auto'} / span ${COLUMNS[width]}`;
  const isFigure = kind === 'digits' && width !== 'full';
  // On a phone number ranges share a line.
  const Input = INPUTS[kind] as ComponentType<FilterInputProps>;
  return (
    <Box sx={{ gridColumn: { xs: isFigure ? 'auto' : '1 / -1', sm: columns } }}>
      <Input {...props} />
    </Box>
  );
});

/** Value of a filter's field, and what its input shows around it. */
function useFilter({ field: { name, label, help }, control }: Pick<FilterInputProps, 'field' | 'control'>) {
  const { field, fieldState } = useController({ control, name });
  return { field, shown: { label, help, error: fieldState.error?.message } };
}

function TextInput(props: InputOf<'text' | 'digits' | 'day'>) {
  const { field, shown } = useFilter(props);
  const { ref, ...input } = field;
  return (
    <Field {...shown}>
      {(wiring) => (
        <OutlinedInput
          {...input}
          inputRef={ref}
          {...wireInput(wiring)}
          autoFocus={props.takesFocus}
          size="small"
          autoComplete="off"
          placeholder={props.field.placeholder}
          slotProps={{ input: { inputMode: props.field.kind === 'digits' ? 'numeric' : undefined } }}
        />
      )}
    </Field>
  );
}

function DayInput(props: InputOf<'text' | 'digits' | 'day'>) {
  const { field, shown } = useFilter(props);
  return <DateField {...shown} value={field.value ?? ''} onChange={field.onChange} />;
}

function ChoiceInput(props: InputOf<'choice'>) {
  const { options, placeholder = 'Todos', disabled = false } = props.field;
  const { field, shown } = useFilter(props);
  const values = useWatch({ control: props.control, disabled: typeof options !== 'function' });
  const offered = typeof options === 'function' ? options(values as FilterValues) : options;
  return (
    <ChoiceField
      {...shown}
      size="small"
      clearable
      placeholder={placeholder}
      options={offered?.map(({ id, name }) => ({ id: String(id), name }))}
      value={field.value || null}
      onChange={(id) => field.onChange(id ?? '')}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disabled={disabled}
    />
  );
}

function ChoicesInput(props: InputOf<'choices'>) {
  const { options } = props.field;
  const { field, shown } = useFilter(props);
  const ids = field.value ? field.value.split(',') : [];
  return (
    <OptionsField
      {...shown}
      multiple
      size="small"
      placeholder={ids.length === 0 ? 'Todos' : ''}
      options={options}
      value={ids.map((id) => options?.find((option) => String(option.id) === id) ?? unlisted(id, options))}
      disableCloseOnSelect
      autoHighlight
      onChange={(_event, now) => field.onChange(now.map((option) => option.id).join(','))}
      onBlur={field.onBlur}
    />
  );
}

const ROOMY_TILES = 3;

function ToggleInput(props: InputOf<'toggle'>) {
  const { options, unset = '', fixed, label, help } = props.field;
  const { field } = useFilter(props);
  return (
    <Field label={label} help={help}>
      {({ id, labelId, describedBy }) => (
        <ToggleButtonGroup
          id={id}
          exclusive
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          disabled={fixed !== undefined}
          value={fixed ?? (field.value || unset)}
          onChange={(_event, chosen: string | null) => field.onChange(chosen === unset ? '' : (chosen ?? ''))}
          sx={{ maxWidth: '100%', ...(options.length > ROOMY_TILES && { '& .MuiToggleButton-root': { px: 2.5 } }) }}
        >
          {options.map((option) => (
            <ToggleButton key={option.id} value={option.id}>
              {option.name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Field>
  );
}

function CustomInput({ field, control, setValue }: InputOf<'custom'>) {
  const values = useWatch({ control }) as FilterValues;
  return field.render(values, (changed) => {
    for (const [name, value] of Object.entries(changed))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  });
}

const INPUTS = {
  text: TextInput,
  digits: TextInput,
  day: DayInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  toggle: ToggleInput,
  custom: CustomInput,
};
