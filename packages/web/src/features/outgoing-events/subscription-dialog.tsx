import { outgoingEvents } from '@campanero/contract/outgoing-events/endpoints';
import {
  EVENT_CAMPAIGNS_MAX,
  EVENT_KINDS,
  type EventKind,
  type Subscription,
  type SubscriptionBody,
  subscriptionBody,
} from '@campanero/contract/outgoing-events/schemas';
import { FormControlLabel, FormHelperText, Radio, RadioGroup, styled } from '@mui/material';
import { useId, useState } from 'react';
import { z } from 'zod';
import { CampaignSearch } from '../../components/fields/campaign-search.tsx';
import { CheckTile } from '../../components/fields/check-tile.tsx';
import type { Choice } from '../../components/fields/choice-field.tsx';
import { Field } from '../../components/fields/field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { WholeRow } from '../../components/form/dialogs.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { PLAIN_FIELDSET } from '../../theme/mixins.ts';
import { secretMade, subscriptionSaved } from './api.ts';
import { kindsText, SUBSCRIPTION_FAILED, SUBSCRIPTION_SAVED } from './texts.ts';

export type MadeSecret = { subscription: Subscription; secret: string };

const subscriptionValues = z.object({
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.string()),
  campaignIds: z.array(z.number()).nullable(),
  withPerson: z.boolean(),
});
type SubscriptionValues = z.infer<typeof subscriptionValues>;

const valuesOf = (subscription: Subscription | undefined): SubscriptionValues => ({
  name: subscription?.name ?? '',
  url: subscription?.url ?? '',
  kinds: subscription?.kinds ?? [],
  campaignIds: subscription?.campaigns?.map(({ id }) => id) ?? null,
  withPerson: subscription?.withPerson ?? false,
});

const LABELS = {
  name: 'Nombre',
  url: 'Dirección',
  kinds: 'Eventos',
  campaignIds: 'Campañas',
  withPerson: 'Datos personales',
};
function inWords(field: string, value: unknown): string {
  if (field === 'kinds') return kindsText(value as string[]);
  if (field === 'withPerson') return value ? 'Sí' : 'No';
  if (field === 'campaignIds')
    return value === null ? 'Todas' : (value as number[]).map((id) => `n.º ${id}`).join(', ');
  return String(value);
}

interface SubscriptionDialogProps {
  subscription?: Subscription;
  reload?: () => Promise<Subscription | undefined>;
  /** A new one, with its secret. */
  onCreated?: (made: MadeSecret) => void;
  onClose: () => void;
}

export function SubscriptionDialog({ subscription, reload, onCreated, onClose }: SubscriptionDialogProps) {
  const create = useEndpointMutation(outgoingEvents.create, { ...secretMade, isRepeatable: true });
  const update = useEndpointMutation(outgoingEvents.update, subscriptionSaved);
  const [made, setMade] = useState<MadeSecret>();
  const { form, status } = useRecordForm<Subscription, SubscriptionValues, SubscriptionBody>({
    name: `event-subscription:${subscription?.id ?? 'new'}`,
    schema: subscriptionValues,
    rules: subscriptionBody,
    record: subscription,
    valuesOf,
    reload,
    send: async ({ valid, version }) => {
      if (subscription) await update.mutateAsync({ params: { id: subscription.id }, body: { ...valid, version } });
      else setMade(await create.mutateAsync({ body: valid }));
    },
    failed: SUBSCRIPTION_FAILED,
    done: subscription ? SUBSCRIPTION_SAVED : undefined,
    onSaved: () => (made ? onCreated?.(made) : onClose()),
  });
  return (
    <RecordDialog
      title={subscription ? 'Editar suscripción' : 'Nueva suscripción'}
      width={720}
      isWide
      status={status}
      action={subscription ? 'Guardar' : 'Crear y ver el secreto'}
      pendingText={subscription ? 'Guardando…' : 'Creando…'}
      invalid="Faltan datos por completar o corregir."
      labels={LABELS}
      inWords={inWords}
      onClose={onClose}
    >
      <TextInput
        form={form}
        name="name"
        label={LABELS.name}
        placeholder="Mesa 147"
        help="El sistema que recibe los eventos."
        autoFocus={!subscription}
      />
      <TextInput
        form={form}
        name="url"
        label={LABELS.url}
        placeholder="https://"
        help="A ella va un POST por cada evento."
        type="url"
        slotProps={{ input: { dir: 'ltr', inputMode: 'url', spellCheck: false } }}
      />
      <WholeRow>
        <Bound form={form} name="kinds">
          {(field) => <KindsField {...field} />}
        </Bound>
      </WholeRow>
      <WholeRow>
        <Bound form={form} name="campaignIds">
          {({ inputRef: _ref, ...field }) => <CampaignsChoice {...field} known={subscription?.campaigns ?? []} />}
        </Bound>
      </WholeRow>
      <WholeRow>
        <Bound form={form} name="withPerson">
          {({ inputRef: _ref, error: _error, ...field }) => (
            <SwitchRow
              {...field}
              label="Con datos personales"
              hint="Además de los identificadores van el nombre, el documento y los teléfonos de la persona. Enciéndalo solo si ese sistema los necesita."
            />
          )}
        </Bound>
      </WholeRow>
    </RecordDialog>
  );
}

const Kinds = styled('fieldset')(({ theme }) => ({
  ...PLAIN_FIELDSET,
  '& legend': { ...theme.typography.body2, fontWeight: 550, padding: 0, marginBottom: 6 },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.radius.control,
    overflow: 'hidden',
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  '&[data-invalid] > div': { borderColor: theme.palette.error.main },
}));

interface KindsFieldProps {
  value: readonly string[];
  onChange: (kinds: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
}

const KINDS = Object.keys(EVENT_KINDS) as EventKind[];

function KindsField({ value, onChange, onBlur, error }: KindsFieldProps) {
  const id = useId();
  // In one order, so that ticking and unticking is no change.
  const toggle = (kind: EventKind) =>
    onChange(KINDS.filter((each) => (each === kind ? !value.includes(kind) : value.includes(each))));
  return (
    <Kinds data-invalid={error ? '' : undefined} aria-describedby={error && `${id}-error`}>
      <legend>{LABELS.kinds}</legend>
      <div>
        {KINDS.map((kind) => (
          <CheckTile
            key={kind}
            id={`${id}-${kind}`}
            name={EVENT_KINDS[kind]}
            checked={value.includes(kind)}
            onChange={() => toggle(kind)}
            onBlur={onBlur}
          />
        ))}
      </div>
      {error && (
        <FormHelperText error id={`${id}-error`} role="alert">
          {error}
        </FormHelperText>
      )}
    </Kinds>
  );
}

interface CampaignsChoiceProps {
  /** Null: all. */
  value: number[] | null;
  onChange: (ids: number[] | null) => void;
  onBlur: () => void;
  error: string | undefined;
  known: readonly Choice<number>[];
}

function CampaignsChoice({ value, onChange, onBlur, error, known }: CampaignsChoiceProps) {
  // Looking at "all" does not lose the chosen ones.
  const [chosen, setChosen] = useState(value ?? []);
  const choose = (ids: number[]) => {
    setChosen(ids);
    onChange(ids);
  };
  return (
    <>
      <Field
        label={LABELS.campaignIds}
        help={
          value === null
            ? 'También las que se creen después, y lo que no es de ninguna campaña.'
            : 'Solo lo que pasa en ellas.'
        }
      >
        {({ labelId }) => (
          <RadioGroup
            row
            aria-labelledby={labelId}
            value={value === null ? 'all' : 'some'}
            onChange={(_event, chosenKind) => onChange(chosenKind === 'all' ? null : chosen)}
          >
            <FormControlLabel value="all" control={<Radio />} label="Todas" />
            <FormControlLabel value="some" control={<Radio />} label="Algunas" />
          </RadioGroup>
        )}
      </Field>
      {value !== null && (
        <CampaignSearch
          type="general"
          most={EVENT_CAMPAIGNS_MAX}
          value={value}
          onChange={choose}
          onBlur={onBlur}
          known={known}
          error={error}
        />
      )}
    </>
  );
}
