import { DIAL_TEMPLATE_MAX } from '@campanero/contract/limits';
import { CALL_ENDS, type CallEnd } from '@campanero/contract/phone/causes';
import { isSystemState } from '@campanero/contract/configuration/schemas';
import { configuration } from '@campanero/contract/configuration/endpoints';
import { type DialPrefixes, dialLink, dialTemplateFault } from '@campanero/contract/phone/dial';
import { phone } from '@campanero/contract/phone/endpoints';
import { dialBody, type DialSetting } from '@campanero/contract/phone/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { Halves, Muted } from '../../components/layout.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointQuery } from '../../lib/queries.ts';

const statesQuery = () => endpointQuery('configuration', configuration.states);
export const dialSettingQuery = () => endpointQuery('calling-rules', phone.dial);

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
const ENDS = Object.keys(CALL_ENDS) as CallEnd[];
const LABELS = {
  template: 'Cómo se marca',
  causeStates: 'Estados que se proponen',
  ...Object.fromEntries(FIELDS.map((field) => [field, SWITCHES[field].label])),
};

const typed = z.object({
  template: z.string(),
  zero: z.boolean(),
  fifteen: z.boolean(),
  nine: z.boolean(),
  allMobile: z.boolean(),
  shortLocal: z.boolean(),
  causeStates: z.custom<Partial<Record<CallEnd, number | null>>>(
    (value) => typeof value === 'object' && value !== null,
  ),
});
function inWords(field: string, value: unknown): string {
  if (field === 'template') return String(value);
  if (field !== 'causeStates') return value ? 'Sí' : 'No';
  return ENDS.filter((end) => (value as DialSetting['causeStates'])[end])
    .map((end) => CALL_ENDS[end])
    .join(', ');
}

type DialFormProps = { stored: DialSetting; onReload: () => Promise<DialSetting | undefined> };

export function DialForm({ stored, onReload }: DialFormProps) {
  const titleId = useId();
  const states = useQuery(statesQuery()).data?.filter(({ id, disable }) => !disable && !isSystemState(id));
  const save = useEndpointMutation(phone.setDial, { refetches: ['calling-rules'] });
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
  const shown = useWatch({ control: form.control });
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
      <DialExamples values={shown} areaCode={stored.areaCode} />
      <div>
        <Typography variant="h3">Estados que se proponen</Typography>
        <Muted sx={{ mt: 1, mb: 4 }}>
          Si la central cuenta cómo terminó la llamada, la pantalla del contacto propone el estado. Nunca lo registra
          sola.
        </Muted>
        <Bound form={form} name="causeStates">
          {({ value, onChange }) => (
            <Halves>
              {ENDS.map((end) => (
                <ChoiceField
                  key={end}
                  label={CALL_ENDS[end]}
                  placeholder="Ninguno"
                  clearable
                  options={states}
                  value={value[end] ?? null}
                  onChange={(id) => onChange({ ...value, [end]: id })}
                />
              ))}
            </Halves>
          )}
        </Bound>
      </div>
    </FormPanel>
  );
}

const EXAMPLES = [
  { number: '1145551234', mobile: false },
  { number: '1155501234', mobile: true },
  { number: '2966551234', mobile: true },
];

type ExamplesProps = { values: unknown; areaCode: string | null };

function DialExamples({ values: given, areaCode }: ExamplesProps) {
  const values = typed.parse(given);
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
