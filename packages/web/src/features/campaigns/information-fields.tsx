import type { RunningInformation } from '@campanero/contract/campaigns/write-schemas';
import { Box, OutlinedInput, Skeleton, Switch } from '@mui/material';
import { lazy, type ReactNode, Suspense } from 'react';
import { Controller, useController, type UseFormReturn } from 'react-hook-form';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DateTimeField } from '../../components/fields/date-field.tsx';
import { Field, FIELD_GAP, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PeopleField } from '../../components/fields/people-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { type InformationChoices, type InformationForm, onSide } from './information-form.ts';

/** A part of its own: the pages that have it among their fields stay within their script budget. */
const OwnRules = lazy(() => import('./own-rules.tsx').then((module) => ({ default: module.OwnRules })));

const EXEMPT =
  'Campaña exenta: la ley 26.951 no alcanza a las de interés público, así que también se llama a los números del Registro No Llame. Quien pidió que no lo llamen sigue bloqueado.';
const EXEMPT_HINT =
  'Por ejemplo: aviso de un corte de agua a los vecinos de la zona. Queda en la campaña y en la auditoría.';
const OBEYS =
  'No se llama a los números del Registro No Llame ni a los de las listas propias. Corresponde cuando se ofrece, vende o regala algo.';

interface InformationFieldsProps {
  form: InformationForm;
  choices: InformationChoices;
  /** The person works on the external side and can create external campaigns only. */
  externalOnly: boolean;
  /** The people of the campaign as it is: they keep their names even when they can no longer be chosen. */
  known?: { coordinator: string; operators: readonly { id: number; name: string }[]; objective: string };
  operatorsHelp?: ReactNode;
}

const HALVES = { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' };
/** Beside each other as long as a date and hour can be read; with larger letters they wrap. */
const THIRDS = 'repeat(auto-fit, minmax(min(100%, 12.75rem), 1fr))';

const Row = ({ children, columns = HALVES }: { children: ReactNode; columns?: typeof HALVES | string }) => (
  <Box sx={{ display: 'grid', columnGap: 4, rowGap: FIELD_GAP, alignItems: 'start', gridTemplateColumns: columns }}>
    {children}
  </Box>
);

/** The same fields and sentences in the wizard and in the edit tab. */
export function InformationFields({ form, choices, externalOnly, known, operatorsHelp }: InformationFieldsProps) {
  const { control, formState, watch } = form;
  const { errors } = formState;
  const external = watch('external');
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: FIELD_GAP }}>
      <NameFields form={asRunning(form)} />
      <Row>
        <Controller
          control={control}
          name="objectiveId"
          render={({ field: { ref, ...field } }) => (
            <ChoiceField
              {...field}
              inputRef={ref}
              label="Objetivo"
              placeholder="Elegir objetivo…"
              options={choices.objectives?.filter(({ disable, id }) => !disable || id === field.value)}
              valueName={known?.objective}
              error={errors.objectiveId?.message}
            />
          )}
        />
        <ExternalSwitch form={form} fixed={externalOnly} />
      </Row>
      <Row columns={THIRDS}>
        <Controller
          control={control}
          name="coordinatedBy"
          render={({ field: { ref, ...field } }) => (
            <ChoiceField
              {...field}
              inputRef={ref}
              label="Coordinador"
              placeholder="Elegir coordinador…"
              options={onSide(choices.supervisors, external)}
              valueName={known?.coordinator}
              error={errors.coordinatedBy?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="startDate"
          render={({ field }) => <DateTimeField {...field} label="Fecha de inicio" error={errors.startDate?.message} />}
        />
        <Controller
          control={control}
          name="endDate"
          render={({ field }) => <DateTimeField {...field} label="Fecha de fin" error={errors.endDate?.message} />}
        />
      </Row>
      <OperatorFields
        form={asRunning(form)}
        choices={choices}
        external={external}
        known={known?.operators ?? []}
        help={operatorsHelp}
      />
    </Box>
  );
}

/** The fields that may change while the campaign runs: the same names in both forms, which their types cannot say. */
type RunningForm = UseFormReturn<RunningInformation>;
const asRunning = (form: InformationForm) => form as unknown as RunningForm;

export function NameFields({ form }: { form: RunningForm }) {
  const { errors } = form.formState;
  return (
    <>
      <Row>
        <Field label="Nombre" error={errors.name?.message}>
          {(wiring) => <OutlinedInput {...wireInput(wiring)} {...registerInput(form, 'name')} autoComplete="off" />}
        </Field>
        <Field label="Identificador externo" optional error={errors.externalId?.message}>
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              {...registerInput(form, 'externalId')}
              placeholder="Hasta 100 caracteres"
              autoComplete="off"
            />
          )}
        </Field>
      </Row>
      <Field label="Descripción" error={errors.description?.message}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            {...registerInput(form, 'description')}
            multiline
            minRows={2}
            maxRows={8}
          />
        )}
      </Field>
    </>
  );
}

interface OperatorFieldsProps {
  form: RunningForm;
  choices: InformationChoices;
  external: boolean;
  known: readonly { id: number; name: string }[];
  help: ReactNode;
  /** What becomes of the calls of those who leave. */
  leaving?: ReactNode;
}

/** Who calls, and how. */
export function OperatorFields({ form, choices, external, known, help, leaving }: OperatorFieldsProps) {
  const { control, formState } = form;
  return (
    <>
      <Controller
        control={control}
        name="operators"
        render={({ field: { ref, ...field } }) => (
          <PeopleField
            {...field}
            inputRef={ref}
            label="Operadores"
            placeholder="Agregar operador…"
            emptyText="No hay operadores para agregar."
            options={onSide(choices.operators, external)}
            known={known}
            help={help}
            error={formState.errors.operators?.message}
          />
        )}
      />
      {leaving}
      <Controller
        control={control}
        name="retryOtherHours"
        render={({ field: { value, onChange, onBlur } }) => (
          <SwitchRow
            label="Reintentar en otro horario"
            hint="Si nadie atendió, el próximo intento toca en otra parte del día: mañana, mediodía o tarde-noche."
            checked={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      <ObedienceFields form={form} />
      <Controller
        control={control}
        name="callingRules"
        render={({ field: { value, onChange } }) => (
          <Suspense fallback={<Skeleton variant="rounded" height={68} />}>
            <OwnRules value={value} system={choices.systemRules} onChange={onChange} />
          </Suspense>
        )}
      />
    </>
  );
}

/** A campaign that does not obey the lists says why. */
function ObedienceFields({ form }: { form: RunningForm }) {
  const { field } = useController({ control: form.control, name: 'obeysLists' });
  const { errors } = form.formState;
  const isExempt = !field.value;
  return (
    <>
      <SwitchRow
        label="Respetar las listas de bloqueo"
        hint={isExempt ? EXEMPT : OBEYS}
        checked={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
      {isExempt && (
        <Field label="Motivo de la exención" error={errors.exemptReason?.message} help={EXEMPT_HINT}>
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              {...registerInput(form, 'exemptReason')}
              multiline
              minRows={2}
              maxRows={6}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface ExternalSwitchProps {
  form: InformationForm;
  fixed: boolean;
}

/** Stands before the people because changing it empties them: the sides never mix. */
function ExternalSwitch({ form, fixed }: ExternalSwitchProps) {
  const { field } = useController({ control: form.control, name: 'external' });
  const toggle = (external: boolean) => {
    field.onChange(external);
    const changed = { shouldDirty: true };
    form.setValue('coordinatedBy', null, changed);
    form.setValue('operators', [], changed);
    form.clearErrors(['coordinatedBy', 'operators']);
  };
  return (
    <Field label="Tipo de campaña">
      {({ id }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: '2.5rem', flexWrap: 'wrap' }}>
          <Switch
            id={id}
            checked={field.value}
            disabled={fixed}
            onChange={(_event, checked) => toggle(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { 'aria-label': 'Campaña externa', 'aria-describedby': `${id}-hint` } }}
            sx={{ marginInlineStart: 0 }}
          />
          <span aria-hidden>Externa</span>
          <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.disabled' }}>
            {fixed ? 'Su rol crea solo campañas externas.' : 'Cambiarlo vacía los equipos'}
          </Box>
        </Box>
      )}
    </Field>
  );
}
