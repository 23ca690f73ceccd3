import type { RunningInformation } from '@campanero/contract/campaigns/write-schemas';
import { Box, Skeleton, styled } from '@mui/material';
import { type ReactNode } from 'react';
import { useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateTimeField } from '../../components/fields/date-field.tsx';
import { Field, FIELD_GAP } from '../../components/fields/field.tsx';
import { PeopleField } from '../../components/fields/people-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { later } from '../../components/later.tsx';
import { Halves, Stacked } from '../../components/layout.tsx';
import { flexRow } from '../../theme/mixins.ts';
import { type InformationChoices, type InformationForm, onSide, type RunningValues } from './information-form.ts';

/** Lazy: pages with these fields have a script budget. */
const OwnRules = later(
  () => import('./own-rules.tsx').then((m) => m.OwnRules),
  <Skeleton variant="rounded" height={68} />,
);

const EXEMPT =
  'Campaña exenta: la ley 26.951 no alcanza a las de interés público, así que también se llama a los números del Registro No Llame. Quien pidió que no lo llamen sigue bloqueado.';
const EXEMPT_HINT =
  'Por ejemplo: aviso de un corte de agua a los vecinos de la zona. Queda en la campaña y en la auditoría.';
const OBEYS =
  'No se llama a los números del Registro No Llame ni a los de las listas propias. Corresponde cuando se ofrece, vende o regala algo.';

interface InformationFieldsProps {
  form: InformationForm;
  choices: InformationChoices;
  /** The user can create external campaigns only. */
  externalOnly: boolean;
  known?: { coordinator: string; operators: readonly { id: number; name: string }[]; objective: string };
  operatorsHelp?: ReactNode;
}

/** Columns wrap before dates become unreadable; both dates together. */
const DATE_REM = 12.75;
const THIRD = { flex: `1 1 ${DATE_REM}rem`, minWidth: 0 };
const DATES = {
  flex: `2 1 ${2 * DATE_REM + 1}rem`,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${DATE_REM}rem), 1fr))`,
};
const ROW = { columnGap: 4, rowGap: FIELD_GAP, alignItems: 'start' };

export function InformationFields({ form, choices, externalOnly, known, operatorsHelp }: InformationFieldsProps) {
  const external = form.watch('external');
  return (
    <Stacked gap={FIELD_GAP}>
      <NameFields form={form} />
      <Halves sx={ROW}>
        <Bound form={form} name="objectiveId">
          {(field) => (
            <ChoiceField
              {...field}
              label="Objetivo"
              placeholder="Elegir objetivo…"
              options={choices.objectives?.filter(({ disable, id }) => !disable || id === field.value)}
              valueName={known?.objective}
            />
          )}
        </Bound>
        <SideChoice form={form} fixed={externalOnly} />
      </Halves>
      <Box sx={{ ...ROW, display: 'flex', flexWrap: 'wrap' }}>
        <Box sx={THIRD}>
          <Bound form={form} name="coordinatedBy">
            {(field) => (
              <ChoiceField
                {...field}
                label="Coordinador"
                placeholder="Elegir coordinador…"
                options={onSide(choices.supervisors, external)}
                valueName={known?.coordinator}
              />
            )}
          </Bound>
        </Box>
        <Box sx={{ ...ROW, ...DATES }}>
          <Bound form={form} name="startDate">
            {(field) => <DateTimeField {...field} label="Fecha de inicio" usualHour={9} />}
          </Bound>
          <Bound form={form} name="endDate">
            {(field) => <DateTimeField {...field} label="Fecha de fin" usualHour={20} />}
          </Bound>
        </Box>
      </Box>
      <OperatorFields
        form={form}
        choices={choices}
        external={external}
        known={known?.operators ?? []}
        help={operatorsHelp}
      />
    </Stacked>
  );
}

/** Both forms have these fields under the same names, which their types cannot express. */
type RunningForm = UseFormReturn<RunningInformation>;
type EitherForm = InformationForm | UseFormReturn<RunningValues, unknown, RunningInformation>;
const asRunning = (form: EitherForm) => form as unknown as RunningForm;

export function NameFields(props: { form: EitherForm }) {
  const form = asRunning(props.form);
  return (
    <>
      <Halves sx={ROW}>
        <TextInput form={form} name="name" label="Nombre" />
        <TextInput
          form={form}
          name="externalId"
          label="Identificador externo"
          optional
          placeholder="Hasta 100 caracteres"
        />
      </Halves>
      <TextInput form={form} name="description" label="Descripción" multiline minRows={2} maxRows={8} />
    </>
  );
}

interface OperatorFieldsProps {
  form: EitherForm;
  choices: InformationChoices;
  external: boolean;
  known: readonly { id: number; name: string }[];
  help: ReactNode;
  leaving?: ReactNode;
}

/** Campaigns that do not obey the lists need a reason. */
export function OperatorFields({ choices, external, known, help, leaving, ...props }: OperatorFieldsProps) {
  const form = asRunning(props.form);
  const obeysLists = useWatch({ control: form.control, name: 'obeysLists' });
  return (
    <>
      <Bound form={form} name="operators">
        {(field) => (
          <PeopleField
            {...field}
            label="Operadores"
            placeholder="Agregar operador…"
            emptyText="No hay operadores para agregar."
            options={onSide(choices.operators, external)}
            known={known}
            help={help}
          />
        )}
      </Bound>
      {leaving}
      <Bound form={form} name="retryOtherHours">
        {(field) => (
          <SwitchRow
            {...field}
            label="Reintentar en otro horario"
            hint="Si nadie atendió, el próximo intento toca en otra parte del día: mañana, mediodía o tarde-noche."
          />
        )}
      </Bound>
      <Bound form={form} name="obeysLists">
        {(field) => <SwitchRow {...field} label="Respetar las listas de bloqueo" hint={field.value ? OBEYS : EXEMPT} />}
      </Bound>
      {!obeysLists && (
        <TextInput
          form={form}
          name="exemptReason"
          label="Motivo de la exención"
          help={EXEMPT_HINT}
          multiline
          minRows={2}
          maxRows={6}
        />
      )}
      <Bound form={form} name="callingRules">
        {({ value, onChange }) => <OwnRules value={value} system={choices.systemRules} onChange={onChange} />}
      </Bound>
    </>
  );
}

const SIDES = [
  { external: false, name: 'Interna' },
  { external: true, name: 'Externa' },
];

/** Native, for the size of the page's script. */
const Sides = styled('div')(({ theme }) => ({
  ...flexRow(24),
  minHeight: '2.5rem',
  '& label': { ...flexRow(8), minHeight: '2rem', cursor: 'pointer' },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.palette.primary.main },
}));

/** Before the people, because changing it clears them. */
function SideChoice({ form, fixed }: { form: InformationForm; fixed: boolean }) {
  const { field } = useController({ control: form.control, name: 'external' });
  const operators = useWatch({ control: form.control, name: 'operators' });
  const choose = (external: boolean) => {
    field.onChange(external);
    const changed = { shouldDirty: true };
    form.setValue('coordinatedBy', null, changed);
    form.setValue('operators', [], changed);
    form.clearErrors(['coordinatedBy', 'operators']);
  };
  const hint = fixed
    ? 'Su rol crea solo campañas externas.'
    : operators.length > 0 && 'Si lo cambia, se quitan el coordinador y los operadores elegidos.';
  return (
    <Field label="Tipo de campaña" help={hint || undefined}>
      {({ id, labelId, describedBy }) => (
        <Sides role="radiogroup" aria-labelledby={labelId} aria-describedby={describedBy} onBlur={field.onBlur}>
          {SIDES.map(({ external, name }) => (
            <label key={name}>
              <input
                type="radio"
                name={id}
                checked={field.value === external}
                disabled={fixed}
                onChange={() => choose(external)}
              />
              {name}
            </label>
          ))}
        </Sides>
      )}
    </Field>
  );
}
