import { AUDIT_ACTIONS, AUDIT_SUBACTIONS, type AuditFilters } from '@campanero/contract/audit-log/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { DateField } from '../../../components/date-field.tsx';
import { FilterDialog } from '../../../components/filter-dialog.tsx';
import { useFilterForm } from '../../../components/use-filter-form.ts';
import { allowedFilters, type AuditPerson } from '../audit-filters.ts';
import { filterFormSchema, formOf, type FilterForm } from '../filter-form.ts';
import { OWN_ONLY, UTC_DAY } from '../texts.ts';

interface AuditFilterDialogProps {
  filters: AuditFilters;
  /** Everyone's records: only then action and person are choices (spec 6). */
  seesAll: boolean;
  people: readonly AuditPerson[] | undefined;
  onApply: (filters: AuditFilters) => void;
  onClose: () => void;
}

const resolver = zodResolver(filterFormSchema);
const EMPTY = formOf({});
const asChoices = (values: readonly string[]) => values.map((value) => ({ id: value, name: value }));
const ACTIONS = asChoices(AUDIT_ACTIONS);
const SUBACTIONS = asChoices(AUDIT_SUBACTIONS.toSorted((a, b) => a.localeCompare(b, 'es')));

/** The audit's filter modal (spec 5, 6). Loaded on first use: it brings the calendar with it. */
export function AuditFilterDialog({ filters, seesAll, people, onApply, onClose }: AuditFilterDialogProps) {
  const { form, dialog } = useFilterForm<FilterForm, AuditFilters>({
    resolver,
    given: formOf(filters),
    empty: EMPTY,
    onApply: (chosen) => onApply(allowedFilters(chosen, seesAll)),
  });
  const { control } = form;
  const choice = (name: keyof FilterForm, label: string, options: { id: string; name: string }[] | undefined) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <ChoiceField
          label={label}
          options={options}
          value={field.value || null}
          onChange={(chosen) => field.onChange(chosen ?? '')}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
          disabled={!seesAll && name !== 'subaction'}
          help={!seesAll && name === 'action' ? OWN_ONLY : undefined}
          placeholder={name === 'userId' ? 'Todos' : 'Todas'}
          size="small"
          clearable
        />
      )}
    />
  );
  return (
    <FilterDialog {...dialog} onClose={onClose}>
      {choice('action', 'Acción', ACTIONS)}
      {choice('subaction', 'Subacción', SUBACTIONS)}
      {seesAll &&
        choice(
          'userId',
          'Usuario',
          people?.map(({ id, name }) => ({ id: String(id), name })),
        )}
      <Controller
        control={control}
        name="createdAt"
        render={({ field, fieldState }) => (
          <DateField
            label="Fecha (UTC)"
            help={UTC_DAY}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </FilterDialog>
  );
}
