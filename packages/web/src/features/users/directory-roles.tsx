import { directory, type DirectoryRoles, MAPPED_VALUES_MAX } from '@campanero/contract/auth/directory';
import { ROLES } from '@campanero/contract/roles';
import { Box, OutlinedInput, Paper, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { To } from 'react-router';
import { z } from 'zod';
import { ActionButton } from '../../components/action-button.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { IconPlayerPlay } from '../../components/icons.ts';
import { Centered, Muted } from '../../components/layout.tsx';
import { EmptyState } from '../../components/page/messages.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { ApiError } from '../../lib/errors.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointQuery } from '../../lib/queries.ts';

const FAILED =
  'No fue posible guardar los roles del directorio, por favor inténtelo de nuevo o contacte con el soporte.';
const rolesQuery = () => endpointQuery('users', directory.roles, undefined, { staleTime: 0, gcTime: 0 });

/** Goes to the directory and back, with nothing changed. */
export function TrialButton() {
  const { isSuccess: hasDirectory } = useQuery(rolesQuery());
  const [isLeaving, setLeaving] = useState(false);
  const begin = useEndpointMutation(directory.beginTrial, {
    gcTime: 0,
    failed: 'No fue posible abrir el directorio, por favor inténtelo de nuevo.',
    onSuccess: ({ address }) => {
      setLeaving(true);
      window.location.assign(address);
    },
  });
  if (!hasDirectory) return null;
  return (
    <ActionButton icon={IconPlayerPlay} disabled={begin.isPending || isLeaving} onClick={() => begin.mutate()}>
      Probar
    </ActionButton>
  );
}

/** `nothing` stands for values that are known and give no role. */
const ROWS = [
  ...ROLES.map(({ id, name }) => ({ key: String(id), roleId: id as number | null, name })),
  { key: 'nothing', roleId: null, name: 'Nada' },
];

/** Values by role as typed, one per line. */
type TypedValues = Record<string, string>;
const linesOf = (typed: string) => [...new Set(typed.split('\n').map((line) => line.trim()))].filter(Boolean);
const typedOf = ({ values }: Pick<DirectoryRoles, 'values'>): TypedValues =>
  Object.fromEntries(
    ROWS.map(({ key, roleId }) => [
      key,
      values
        .filter((one) => one.roleId === roleId)
        .map(({ value }) => value)
        .join('\n'),
    ]),
  );
const valuesOf = (typed: TypedValues) =>
  ROWS.flatMap(({ key, roleId }) => linesOf(typed[key] ?? '').map((value) => ({ value, roleId })));

const typed = z.object({ isOn: z.boolean(), claim: z.string(), texts: z.record(z.string(), z.string()) });
const isOnce = (values: DirectoryRoles['values']) => new Set(values.map(({ value }) => value)).size === values.length;
const rules = typed
  .extend({
    claim: z.string().trim().min(1, 'Indique el dato del que salen los roles.').max(100, 'Es demasiado largo.'),
  })
  .check(
    z.refine(({ texts }) => isOnce(valuesOf(texts)), {
      path: ['texts'],
      error: 'Hay un valor en dos roles: deje uno.',
    }),
    z.refine(({ texts }) => valuesOf(texts).length <= MAPPED_VALUES_MAX, {
      path: ['texts'],
      error: `Como mucho ${MAPPED_VALUES_MAX} valores.`,
    }),
    z.refine(({ texts }) => valuesOf(texts).every(({ value }) => value.length <= 200), {
      path: ['texts'],
      error: 'Un valor excede los 200 caracteres.',
    }),
  );

const LABELS = { isOn: 'Los roles salen del directorio', claim: 'Dato', texts: 'Roles por valor' };
const inWords = (field: string, value: unknown) => {
  if (field === 'isOn') return value ? 'Sí' : 'No';
  if (field === 'claim') return String(value);
  const texts = value as TypedValues;
  return ROWS.map(({ key, name }) => ({ name, lines: linesOf(texts[key] ?? '') }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => `${name}: ${lines.join(', ')}`)
    .join('; ');
};

export function DirectoryRolesForm({ cancelTo }: { cancelTo: To }) {
  const stored = useQuery(rolesQuery());
  if (stored.error instanceof ApiError && stored.error.code === 'NOT_FOUND')
    return (
      <Centered component={Paper} sx={{ minHeight: 320 }}>
        <EmptyState
          title="Este sistema no tiene un directorio"
          reason="Se conecta con OIDC_ISSUER y OIDC_CLIENT_ID al instalar el sistema."
        />
      </Centered>
    );
  if (!stored.isSuccess) return <QueryState query={stored} height={480} />;
  return <RolesForm stored={stored.data} cancelTo={cancelTo} />;
}

function RolesForm({ stored, cancelTo }: { stored: DirectoryRoles; cancelTo: To }) {
  const titleId = useId();
  const save = useEndpointMutation(directory.setRoles, { replaces: rolesQuery });
  const { form, status } = useRecordForm({
    name: 'directory-roles',
    schema: typed,
    rules,
    mode: 'onChange',
    record: stored,
    valuesOf: (record = stored) => ({ isOn: record.isOn, claim: record.claim, texts: typedOf(record) }),
    reload: () => fetchFresh(rolesQuery()),
    send: ({ values: { isOn, claim, texts }, version }) =>
      save.mutateAsync({ body: { isOn, claim, values: valuesOf(texts), version } }),
    failed: FAILED,
    done: 'Los roles del directorio fueron guardados.',
  });
  return (
    <FormPanel
      status={status}
      labelledBy={titleId}
      labels={LABELS}
      inWords={inWords}
      cancelTo={cancelTo}
      guard="Si sale ahora, los cambios de los roles se pierden."
      sx={{ maxWidth: 960 }}
    >
      <div>
        <Typography variant="h2" id={titleId}>
          Roles desde el directorio
        </Typography>
        <Muted sx={{ mt: 1 }}>
          Apagado, los roles se dan en cada usuario. Encendido, cada ingreso pone los que correspondan a sus grupos y lo
          anota en la auditoría; a quien no tiene usuario se le crea. El último Administrador conserva su rol.
        </Muted>
      </div>
      <Bound form={form} name="isOn">
        {(field) => (
          <SwitchRow {...field} label={LABELS.isOn} hint="Cuenta desde el próximo ingreso de cada persona." />
        )}
      </Bound>
      <TextInput
        form={form}
        name="claim"
        label="Dato del que salen"
        help="Como lo muestra Probar. Un punto entra en un objeto: realm_access.roles."
        sx={{ maxWidth: 360 }}
      />
      <Bound form={form} name="texts">
        {({ value, onChange, error }) => <ValueFields value={value} onChange={onChange} error={error} />}
      </Bound>
    </FormPanel>
  );
}

interface ValueFieldsProps {
  value: TypedValues;
  onChange: (changed: TypedValues) => void;
  error: string | undefined;
}

function ValueFields({ value, onChange, error }: ValueFieldsProps) {
  const id = useId();
  return (
    <Box component="fieldset" aria-describedby={`${id}-help`} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 550, p: 0, mb: 2 }}>
        Qué valores dan cada rol
      </Typography>
      <ValueRows>
        {ROWS.map(({ key, name }) => (
          <div key={key}>
            <label htmlFor={`${id}-${key}`}>{name}</label>
            <OutlinedInput
              id={`${id}-${key}`}
              multiline
              fullWidth
              minRows={1}
              maxRows={8}
              size="small"
              value={value[key] ?? ''}
              placeholder={key === 'nothing' ? 'Conocidos que no dan ninguno' : undefined}
              error={error !== undefined}
              onChange={(event) => onChange({ ...value, [key]: event.target.value })}
              slotProps={{ input: { 'aria-describedby': `${id}-help`, spellCheck: false } }}
            />
          </div>
        ))}
      </ValueRows>
      <Typography
        id={`${id}-help`}
        variant="caption"
        color={error ? 'error' : 'textSecondary'}
        component="p"
        sx={{ mt: 2 }}
      >
        {error ?? 'Un valor por línea, letra por letra. Quien tiene varios recibe todos sus roles.'}
      </Typography>
    </Box>
  );
}

const ValueRows = styled('div')(({ theme }) => ({
  display: 'grid',
  rowGap: 8,
  '& > div': {
    display: 'grid',
    alignItems: 'center',
    gap: '4px 16px',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: '11rem minmax(0, 1fr)' },
  },
  '& label': theme.typography.body2,
}));
