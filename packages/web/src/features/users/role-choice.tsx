import { ROLES } from '@campanero/contract/roles';
import { Box, FormHelperText, styled } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { CheckTile } from '../../components/fields/check-tile.tsx';
import { IconAlertTriangle } from '../../components/icons.ts';
import { PLAIN_FIELDSET } from '../../theme/mixins.ts';
import { ROLE_HELP } from './texts.ts';

const Group = styled('fieldset')(({ theme }) => ({
  ...PLAIN_FIELDSET,
  '& legend': { ...theme.typography.body2, fontWeight: 550, padding: 0, marginBottom: 6 },
}));

const Options = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.control,
  overflow: 'hidden',
  '&[data-invalid]': { borderColor: theme.palette.error.main },
  '& > label + label': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

interface RoleChoiceProps {
  legend?: string;
  value: readonly number[];
  onChange: (roles: number[]) => void;
  onBlur?: () => void;
  error?: string;
  help?: ReactNode;
  fixed?: string;
}

export function RoleChoice({ legend = 'Roles', value, onChange, onBlur, error, help, fixed }: RoleChoiceProps) {
  const id = useId();
  const note = error ?? fixed ?? help;
  return (
    <Group aria-describedby={note ? `${id}-note` : undefined}>
      <legend>{legend}</legend>
      <Options data-invalid={error ? '' : undefined}>
        {ROLES.map((role) => (
          <CheckTile
            key={role.id}
            id={`${id}-${role.id}`}
            name={role.name}
            help={ROLE_HELP[role.id]}
            checked={value.includes(role.id)}
            disabled={fixed !== undefined}
            onChange={() => onChange(toggleRole(value, role.id))}
            onBlur={onBlur}
          />
        ))}
      </Options>
      {note && (
        <FormHelperText id={`${id}-note`} component="div">
          {error ? (
            <Box component="span" role="alert" sx={{ display: 'flex', gap: 1.25, color: 'error.main' }}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
              {error}
            </Box>
          ) : (
            note
          )}
        </FormHelperText>
      )}
    </Group>
  );
}

/** Always ordered by rank, so that ticking and unticking is no change. */
export const toggleRole = (roles: readonly number[], role: number): number[] =>
  (roles.includes(role) ? roles.filter((id) => id !== role) : [...roles, role]).toSorted((a, b) => b - a);
