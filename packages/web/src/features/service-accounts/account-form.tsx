import { maySideHold, SERVICE_SCOPES, type ServiceScope } from '@campanero/contract/roles';
import { serviceAccounts } from '@campanero/contract/service-accounts/endpoints';
import {
  isNetwork,
  NO_CAMPAIGN,
  NOT_A_NETWORK,
  SCOPE_LABELS,
  SERVICE_ADDRESSES_MAX,
  SERVICE_CAMPAIGNS_MAX,
  serviceAccountBody,
  type ServiceAccountBody,
  type ServiceAccountDetail,
} from '@campanero/contract/service-accounts/schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { FormControlLabel, Radio, RadioGroup, styled } from '@mui/material';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { CampaignSearch } from '../../components/fields/campaign-search.tsx';
import { CheckTile } from '../../components/fields/check-tile.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field } from '../../components/fields/field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { WholeRow } from '../../components/form/dialogs.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { now } from '../../lib/clock.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { accountSaved, keyMade } from './api.ts';
import { SAVE_FAILED, SCOPE_LIMITS, scopesText, sideText } from './texts.ts';

const { shape } = serviceAccountBody;
/** As in the fields: the networks as typed, one per line. */
const accountValues = z.object({
  name: z.string(),
  external: z.boolean(),
  isSome: z.boolean(),
  campaignIds: z.array(z.number()),
  scopes: z.array(z.string()),
  addresses: z.string(),
  expires: z.string(),
});
type AccountValues = z.infer<typeof accountValues>;

const linesOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);

const accountRules = accountValues.extend({ name: shape.name, scopes: shape.scopes, expires: shape.expires }).check(
  z.refine(({ isSome, campaignIds }) => !isSome || campaignIds.length > 0, {
    path: ['campaignIds'],
    error: NO_CAMPAIGN,
  }),
  z.refine(({ campaignIds }) => campaignIds.length <= SERVICE_CAMPAIGNS_MAX, {
    path: ['campaignIds'],
    error: `Como mucho ${SERVICE_CAMPAIGNS_MAX} campañas.`,
  }),
  z.refine(({ addresses }) => linesOf(addresses).length <= SERVICE_ADDRESSES_MAX, {
    path: ['addresses'],
    error: `Como mucho ${SERVICE_ADDRESSES_MAX} direcciones.`,
  }),
  z.refine(({ addresses }) => linesOf(addresses).every((line) => line.length <= 50 && isNetwork(line)), {
    path: ['addresses'],
    error: NOT_A_NETWORK,
  }),
);
type ValidAccount = z.infer<typeof accountRules>;

const bodyOf = ({ isSome, campaignIds, addresses, ...rest }: ValidAccount): ServiceAccountBody => ({
  ...rest,
  campaignIds: isSome ? campaignIds : null,
  addresses: linesOf(addresses),
});

const DAY_MS = 86_400_000;
const valuesOf = (account: ServiceAccountDetail | undefined): AccountValues => ({
  name: account?.name ?? '',
  external: account?.external ?? false,
  isSome: account ? account.campaignIds !== null : false,
  campaignIds: account?.campaignIds ?? [],
  scopes: account?.scopes ?? [],
  addresses: account?.addresses.join('\n') ?? '',
  expires: account?.expires ?? productDay(new Date(now() + 365 * DAY_MS)),
});

const LABELS = {
  name: 'Nombre',
  external: 'Lado',
  isSome: 'Campañas',
  campaignIds: 'Cuáles',
  scopes: 'Permisos',
  addresses: 'Direcciones',
  expires: 'Vence',
};
function inWords(field: string, value: unknown): string {
  if (field === 'external') return sideText(value as boolean);
  if (field === 'isSome') return value ? 'Algunas' : 'Todas';
  if (field === 'scopes') return scopesText(value as ServiceScope[]);
  if (field === 'expires') return formatDay(String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

interface AccountDialogProps {
  account?: ServiceAccountDetail;
  reload?: () => Promise<ServiceAccountDetail | undefined>;
  /** With the key of a new account. */
  onCreated?: (created: { id: number; name: string; key: string }) => void;
  onClose: () => void;
}

export function AccountDialog({ account, reload, onCreated, onClose }: AccountDialogProps) {
  const create = useEndpointMutation(serviceAccounts.create, keyMade);
  const update = useEndpointMutation(serviceAccounts.update, accountSaved);
  const [made, setMade] = useState<{ id: number; name: string; key: string }>();
  const { form, status } = useRecordForm({
    name: `service-account:${account?.id ?? 'new'}`,
    schema: accountValues,
    rules: accountRules,
    mode: 'onChange',
    record: account,
    valuesOf,
    reload,
    send: async ({ valid, version }) => {
      if (account) await update.mutateAsync({ params: { id: account.id }, body: { ...bodyOf(valid), version } });
      else setMade({ ...(await create.mutateAsync({ body: bodyOf(valid) })), name: valid.name });
    },
    failed: SAVE_FAILED,
    done: account ? 'La cuenta fue guardada.' : undefined,
    onSaved: () => (made ? onCreated?.(made) : onClose()),
  });
  return (
    <RecordDialog
      title={account ? 'Editar cuenta de servicio' : 'Crear cuenta de servicio'}
      width={720}
      isWide
      status={status}
      action={account ? 'Guardar' : 'Crear y ver la clave'}
      pendingText={account ? 'Guardando…' : 'Creando…'}
      invalid="Faltan datos por completar o corregir."
      labels={LABELS}
      inWords={inWords}
      onClose={onClose}
    >
      <TextInput
        form={form}
        name="name"
        label="Nombre"
        placeholder="Tablero de datos"
        help="El sistema que la usa. Es el nombre que se lee en la auditoría."
        autoFocus={!account}
      />
      <Bound form={form} name="expires">
        {({ value, onChange, error }) => (
          <DateField
            label="Vence"
            value={value}
            onChange={onChange}
            size="medium"
            help="El último día en que funciona: un año como mucho."
            error={error}
          />
        )}
      </Bound>
      <ReachFields form={form} known={account?.campaigns ?? []} />
      <WholeRow>
        <ScopeField form={form} />
      </WholeRow>
      <WholeRow>
        <TextInput
          form={form}
          name="addresses"
          label="Direcciones permitidas"
          optional
          multiline
          minRows={2}
          maxRows={6}
          placeholder="10.1.0.0/16"
          help="Direcciones IP o rangos (CIDR), uno por línea. Vacío, desde cualquiera."
          slotProps={{ input: { dir: 'ltr', spellCheck: false } }}
        />
      </WholeRow>
    </RecordDialog>
  );
}

type AccountForm = UseFormReturn<AccountValues, unknown, ValidAccount>;

/** Scopes that the new side may not have are taken away, and campaigns of the other side. */
function changeReach(form: AccountForm, change: Partial<Pick<AccountValues, 'external' | 'isSome'>>): void {
  const options = { shouldDirty: true, shouldValidate: true };
  const { external, isSome, scopes } = { ...form.getValues(), ...change };
  if (change.external !== undefined) {
    form.setValue('external', change.external, options);
    form.setValue('campaignIds', [], options);
  }
  if (change.isSome !== undefined) form.setValue('isSome', change.isSome, options);
  const kept = scopes.filter((scope) => maySideHold(scope as ServiceScope, sideOf({ external, isSome })));
  if (kept.length < scopes.length) form.setValue('scopes', kept, options);
}

const sideOf = ({ external, isSome }: Pick<AccountValues, 'external' | 'isSome'>) => ({
  external,
  campaignIds: isSome ? [] : null,
});

function ReachFields({ form, known }: { form: AccountForm; known: readonly { id: number; name: string }[] }) {
  const [external, isSome] = form.watch(['external', 'isSome']);
  return (
    <>
      <Field
        label="Lado"
        help={external ? 'Ve solo campañas externas.' : 'Ve campañas internas y externas, como un coordinador.'}
      >
        {({ labelId }) => (
          <RadioGroup
            row
            aria-labelledby={labelId}
            value={external ? 'external' : 'internal'}
            onChange={(_event, value) => changeReach(form, { external: value === 'external' })}
          >
            <FormControlLabel value="internal" control={<Radio />} label="Interna" />
            <FormControlLabel value="external" control={<Radio />} label="Externa" />
          </RadioGroup>
        )}
      </Field>
      <Field
        label="Campañas"
        help={isSome ? 'Las que se creen después no entran.' : 'También las que se creen después.'}
      >
        {({ labelId }) => (
          <RadioGroup
            row
            aria-labelledby={labelId}
            value={isSome ? 'some' : 'all'}
            onChange={(_event, value) => changeReach(form, { isSome: value === 'some' })}
          >
            <FormControlLabel value="all" control={<Radio />} label="Todas" />
            <FormControlLabel value="some" control={<Radio />} label="Algunas" />
          </RadioGroup>
        )}
      </Field>
      {isSome && (
        <WholeRow>
          <Bound form={form} name="campaignIds">
            {({ value, onChange, error }) => (
              <CampaignSearch
                type={external ? 'external' : 'general'}
                most={SERVICE_CAMPAIGNS_MAX}
                value={value}
                onChange={onChange}
                known={known}
                error={error}
              />
            )}
          </Bound>
        </WholeRow>
      )}
    </>
  );
}

const SCOPES = Object.keys(SERVICE_SCOPES) as ServiceScope[];

const Scopes = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.control,
  overflow: 'hidden',
  '&[data-invalid]': { borderColor: theme.palette.error.main },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}));

function ScopeField({ form }: { form: AccountForm }) {
  const id = useId();
  const side = sideOf({ external: form.watch('external'), isSome: form.watch('isSome') });
  return (
    <Bound form={form} name="scopes">
      {({ value, onChange, error }) => (
        <Field
          label="Permisos"
          help="Elija solo los que necesita. Ninguno da acceso a usuarios, pedidos de datos personales ni seguridad."
          error={error}
        >
          {({ labelId, invalid, describedBy }) => (
            <Scopes
              role="group"
              aria-labelledby={labelId}
              aria-describedby={describedBy}
              data-invalid={invalid ? '' : undefined}
            >
              {SCOPES.map((scope) => (
                <CheckTile
                  key={scope}
                  id={`${id}-${scope}`}
                  name={SCOPE_LABELS[scope]}
                  help={maySideHold(scope, side) ? undefined : SCOPE_LIMITS[SERVICE_SCOPES[scope]]}
                  checked={value.includes(scope)}
                  disabled={!maySideHold(scope, side)}
                  onChange={() => onChange(SCOPES.filter((one) => value.includes(one) !== (one === scope)))}
                />
              ))}
            </Scopes>
          )}
        </Field>
      )}
    </Bound>
  );
}
