import { DIAL_TEMPLATE_MAX } from '@campanero/contract/limits';
import { type DialPrefixes, dialLink, dialTemplateFault } from '@campanero/contract/phone/dial';
import { phone } from '@campanero/contract/phone/endpoints';
import { dialBody, type DialSetting } from '@campanero/contract/phone/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Typography } from '@mui/material';
import { useId } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { Muted } from '../../components/layout.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointQuery } from '../../lib/queries.ts';

export const dialSettingQuery = () => endpointQuery('phone', phone.dial);

const FAILED = 'No fue posible guardar cómo se marca, inténtelo de nuevo o contacte con el soporte.';

const SWITCHES: Record<keyof DialPrefixes, { label: string; hint: string }> = {
  zero: { label: 'Anteponer 0', hint: 'En {number}, delante del código de área.' },
  fifteen: { label: '15 en los celulares', hint: 'En {number}, después del código de área.' },
  nine: { label: '+549 en los celulares', hint: 'En {e164}. Los demás números empiezan con +54.' },
  allMobile: {
    label: 'Tratar todos los números como celulares',
    hint: 'Sin esto, son celulares los que se cargaron como tales: con 15, con +549 o en la columna de celulares.',
  },
  shortLocal: {
    label: 'Los números de la ciudad, sin 0 ni código de área',
    hint: 'En {number}. El código de área de la ciudad se elige en Primeros pasos.',
  },
};
const FIELDS = Object.keys(SWITCHES) as (keyof DialPrefixes)[];
const LABELS = {
  template: 'Cómo se marca',
  ...Object.fromEntries(FIELDS.map((field) => [field, SWITCHES[field].label])),
};

const typed = z.object({
  template: z.string(),
  zero: z.boolean(),
  fifteen: z.boolean(),
  nine: z.boolean(),
  allMobile: z.boolean(),
  shortLocal: z.boolean(),
});
const inWords = (field: string, value: unknown) => (field === 'template' ? String(value) : value ? 'Sí' : 'No');

type DialFormProps = { stored: DialSetting; onReload: () => Promise<DialSetting | undefined> };

export function DialForm({ stored, onReload }: DialFormProps) {
  const titleId = useId();
  const save = useEndpointMutation(phone.setDial, { refetches: ['phone'] });
  const { form, status } = useRecordForm({
    name: 'dial',
    schema: typed,
    rules: dialBody.omit({ version: true }),
    mode: 'onChange',
    record: stored,
    valuesOf: (record = stored) => typed.parse(record),
    reload: onReload,
    send: ({ valid, version }) => save.mutateAsync({ body: { ...valid, version } }),
    failed: FAILED,
    done: 'Se guardó cómo se marca.',
  });
  return (
    <FormPanel
      status={status}
      labelledBy={titleId}
      labels={LABELS}
      inWords={inWords}
      stays
      guard="Si sale ahora, los cambios de cómo se marca se pierden."
      hint={status.isDirty && !status.isValid ? 'Hay datos que corregir.' : undefined}
    >
      <div>
        <Typography variant="h2" id={titleId}>
          Marcado
        </Typography>
        <Muted sx={{ mt: 1 }}>
          Con qué enlace marca cada operador desde la pantalla del contacto. En Mi perfil se puede elegir otro.
          {stored.updatedAt && (
            <>
              {' '}
              Última modificación: <bdi>{formatDateTime(stored.updatedAt)}</bdi>, {stored.updatedBy}.
            </>
          )}
        </Muted>
      </div>
      <TextInput
        form={form}
        name="template"
        label="Enlace"
        help="tel:{number}, tel:{e164}, sip:{number}@central, callto:{number} o una página https:// de la central. {callId} es el llamado."
        inputProps={{ maxLength: DIAL_TEMPLATE_MAX, dir: 'ltr', spellCheck: false }}
      />
      {FIELDS.map((name) => (
        <Bound key={name} form={form} name={name}>
          {(field) => <SwitchRow {...field} {...SWITCHES[name]} />}
        </Bound>
      ))}
      <DialExamples control={form.control} areaCode={stored.areaCode} />
    </FormPanel>
  );
}

const EXAMPLES = [
  { number: '1145551234', mobile: false },
  { number: '1155501234', mobile: true },
  { number: '2966551234', mobile: true },
];

type ExamplesProps = { control: Control<z.infer<typeof typed>>; areaCode: string | null };

function DialExamples({ control, areaCode }: ExamplesProps) {
  const values = typed.parse(useWatch({ control }));
  if (dialTemplateFault(values.template) !== undefined) return null;
  return (
    <Muted component="ul" sx={{ m: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}>
      {EXAMPLES.map(({ number, mobile }) => (
        <li key={number}>
          {formatPhone(number)}, {mobile ? 'celular' : 'fijo'}:{' '}
          <bdi>{dialLink({ ...values, areaCode }, { number, mobile, callId: 4821 })}</bdi>
        </li>
      ))}
    </Muted>
  );
}
