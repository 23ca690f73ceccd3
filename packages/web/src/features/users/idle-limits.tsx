import { IDLE_MINUTES_MAX, IDLE_MINUTES_MIN, type IdleLimits } from '@campanero/contract/auth/identity';
import { ROLES } from '@campanero/contract/roles';
import { Box, FormHelperText, InputAdornment, OutlinedInput, Typography } from '@mui/material';
import { useId } from 'react';
import { z } from 'zod';
import { Line, Stacked } from '../../components/layout.tsx';

/** By role the minutes as they are typed; empty: no limit. */
export type TypedLimits = Record<string, string>;

export const typedLimits = ({ limits }: Pick<IdleLimits, 'limits'>): TypedLimits =>
  Object.fromEntries(ROLES.map(({ id }) => [id, String(limits.find(({ roleId }) => roleId === id)?.minutes ?? '')]));

const isMinutes = (typed: string) =>
  typed === '' || (/^\d{1,3}$/.test(typed) && Number(typed) >= IDLE_MINUTES_MIN && Number(typed) <= IDLE_MINUTES_MAX);
export const areMinutes = (typed: TypedLimits) => Object.values(typed).every(isMinutes);

export const readLimits = (typed: TypedLimits): IdleLimits['limits'] =>
  Object.entries(typed).flatMap(([roleId, minutes]) =>
    minutes === '' ? [] : [{ roleId: Number(roleId), minutes: Number(minutes) }],
  );

export const idleValues = z.record(z.string(), z.string());
export const IDLE_LABELS: Record<string, string> = Object.fromEntries(
  ROLES.map(({ id, name }) => [id, `Bloqueo por inactividad: ${name}`]),
);

interface IdleLimitFieldsProps {
  value: TypedLimits;
  onChange: (changed: TypedLimits) => void;
}

/** After how many minutes without activity the session of each role is locked. */
export function IdleLimitFields({ value, onChange }: IdleLimitFieldsProps) {
  const id = useId();
  const isWrong = !areMinutes(value);
  return (
    <Box component="fieldset" aria-describedby={`${id}-help`} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 550, p: 0, mb: 2 }}>
        Bloquear la sesión por inactividad
      </Typography>
      <Stacked gap={2}>
        {ROLES.map((role) => (
          <Line key={role.id} gap={4} sx={{ justifyContent: 'space-between' }}>
            <Typography component="label" variant="body2" htmlFor={`${id}-${role.id}`}>
              {role.name}
            </Typography>
            <OutlinedInput
              id={`${id}-${role.id}`}
              size="small"
              value={value[role.id]}
              placeholder="Nunca"
              error={!isMinutes(value[role.id] ?? '')}
              onChange={(event) => onChange({ [role.id]: event.target.value.trim() })}
              endAdornment={<InputAdornment position="end">min</InputAdornment>}
              slotProps={{ input: { inputMode: 'numeric', maxLength: 3 } }}
              sx={{ width: 128 }}
            />
          </Line>
        ))}
      </Stacked>
      <FormHelperText id={`${id}-help`} error={isWrong} sx={{ mx: 0 }}>
        {isWrong
          ? `Ingrese de ${IDLE_MINUTES_MIN} a ${IDLE_MINUTES_MAX} minutos, o deje el campo vacío.`
          : 'Minutos sin usar el mouse ni el teclado; vacío, nunca. Al volver se pide la contraseña y se sigue donde estaba. Quien tiene varios roles, el menor.'}
      </FormHelperText>
    </Box>
  );
}
