import { ROLES } from '@campanero/contract/roles';
import type { UserFilters } from '@campanero/contract/users/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useController, type Control } from 'react-hook-form';
import { Field } from '../../../components/field.tsx';
import { FilterDialog } from '../../../components/filter-dialog.tsx';
import { useFilterForm } from '../../../components/use-filter-form.ts';
import { TextFilter } from '../../../components/text-filter.tsx';
import { filterFormOf, filterFormSchema, STATE_LABELS, type UserFilterForm } from '../user-filters.ts';

interface FilterFieldProps {
  control: Control<UserFilterForm, unknown, UserFilters>;
}

function RoleFilter({ control }: FilterFieldProps) {
  const { field } = useController({ control, name: 'roles' });
  const ids = field.value === '' ? [] : field.value.split(',').map(Number);
  return (
    <Field label="Rol" help="Quienes tienen al menos uno de los elegidos">
      {({ id, describedBy }) => (
        <Autocomplete
          multiple
          id={id}
          size="small"
          options={[...ROLES]}
          value={ROLES.filter((role) => ids.includes(role.id))}
          getOptionLabel={(role) => role.name}
          disableCloseOnSelect
          onChange={(_event, roles) => field.onChange(roles.map((role) => role.id).join(','))}
          onBlur={field.onBlur}
          renderInput={(params) => (
            <TextField
              {...params}
              placeholder={ids.length === 0 ? 'Todos' : ''}
              slotProps={{
                ...params.slotProps,
                htmlInput: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy },
              }}
            />
          )}
        />
      )}
    </Field>
  );
}

function StateFilter({ control }: FilterFieldProps) {
  const { field } = useController({ control, name: 'state' });
  return (
    <Field label="Estado">
      {({ id, labelId }) => (
        <ToggleButtonGroup
          id={id}
          exclusive
          aria-labelledby={labelId}
          value={field.value}
          onChange={(_event, state: string | null) => field.onChange(state ?? '')}
        >
          <ToggleButton value="">Todos</ToggleButton>
          <ToggleButton value="enabled">{STATE_LABELS.enabled}</ToggleButton>
          <ToggleButton value="disabled">{STATE_LABELS.disabled}</ToggleButton>
        </ToggleButtonGroup>
      )}
    </Field>
  );
}

interface UserFilterDialogProps {
  filters: UserFilters;
  onApply: (filters: UserFilters) => void;
  onClose: () => void;
}

const resolver = zodResolver(filterFormSchema);
const EMPTY = filterFormOf({});

/** By name and role (spec 2), and by login, state and number. */
export function UserFilterDialog({ filters, onApply, onClose }: UserFilterDialogProps) {
  const { form, dialog } = useFilterForm<UserFilterForm, UserFilters>({
    resolver,
    given: filterFormOf(filters),
    empty: EMPTY,
    onApply,
  });
  const { control } = form;
  return (
    <FilterDialog {...dialog} onClose={onClose}>
      <TextFilter control={control} name="name" label="Nombre" takesFocus />
      <TextFilter control={control} name="user" label="Correo" />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <RoleFilter control={control} />
      </Box>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <StateFilter control={control} />
      </Box>
      <TextFilter control={control} name="id" label="Id" inputMode="numeric" />
    </FilterDialog>
  );
}
