import { configuration } from '@campanero/contract/configuration/endpoints';
import {
  actionName,
  DEFAULT_STATE_COLOR,
  isSystemState,
  type Objective,
  objectiveBody,
  type State,
  stateBody,
  type Substate,
  substateBody,
} from '@campanero/contract/configuration/schemas';
import { FormLabel, styled, Switch } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { To } from 'react-router';
import { z } from 'zod';
import { ColorField } from '../../components/fields/color-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { Hint } from '../../components/layout.tsx';
import { ColorSquare } from '../../components/state-chip.tsx';
import type { OptionItem } from '../../components/transfer-list/option-list.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { PLAIN_FIELDSET } from '../../theme/mixins.ts';
import { catalogueSaved, statesQuery, substatesQuery } from './api.ts';
import { FormPlace, TransferField } from './editor-parts.tsx';
import { type Kind, typeOf, useRememberedTarget } from './kinds.ts';
import { ACTION_LABELS, ACTION_MEANINGS, KIND_TEXTS, NAME_TAKEN, NO_STATES_LEFT, unavailableText } from './texts.ts';

/** Fields of all kinds; the rules strip those that a kind lacks. */
const catalogueValues = z.object({
  name: z.string(),
  color: z.string(),
  callback: z.boolean(),
  contactability: z.boolean(),
  effectiveness: z.boolean(),
  states: z.array(z.number()),
  substates: z.array(z.number()),
});
type CatalogueValues = z.infer<typeof catalogueValues>;
type Stored = Substate & Partial<State & Objective>;

const idsOf = (list: readonly { id: number }[] = []) => list.map(({ id }) => id);
const valuesOf = (stored: Stored | undefined): CatalogueValues => ({
  name: stored?.name ?? '',
  color: stored?.color ?? DEFAULT_STATE_COLOR,
  callback: stored?.callback ?? false,
  contactability: stored?.contactability ?? false,
  effectiveness: stored?.effectiveness ?? false,
  states: idsOf(stored?.states),
  substates: idsOf(stored?.substates),
});

/** Typed as substates, whose fields all kinds have. */
const edited = (create: unknown, update: unknown, body: z.ZodObject<{ version: z.ZodType }>) => ({
  create: create as typeof configuration.createSubstate,
  update: update as typeof configuration.updateSubstate,
  rules: body.omit({ version: true }) as unknown as z.ZodType<CatalogueValues, unknown>,
});
const EDITED = {
  objective: edited(configuration.createObjective, configuration.updateObjective, objectiveBody),
  state: edited(configuration.createState, configuration.updateState, stateBody),
  substate: edited(configuration.createSubstate, configuration.updateSubstate, substateBody),
};

/** Never from the cache: an old version would be refused. */
const FRESH = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;

/** The form of an objective, a state or a substate, once it and the list that it offers are here. */
export function Editor({ kind, id, listAt, onSaved }: { kind: Kind; id?: number; listAt: To; onSaved: () => void }) {
  useRememberedTarget(id === undefined ? 'create' : 'edit', typeOf(kind), id);
  const endpoint = configuration[kind] as typeof configuration.substate;
  const input = id === undefined ? skipToken : { params: { id } };
  const stored = useQuery(endpointQuery('configuration', endpoint, input, FRESH));
  const states = useQuery({ ...statesQuery(), enabled: kind === 'objective' });
  const substates = useQuery({ ...substatesQuery(), enabled: kind === 'state' });
  const needed = [id !== undefined && stored, kind === 'objective' && states, kind === 'state' && substates].filter(
    (query) => query !== false,
  );
  const failed = needed.filter(({ isError }) => isError);
  const error = failed[0]?.error;
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND';
  const unavailable = unavailableText(kind, id === undefined ? 'crear' : 'actualizar');
  return (
    <FormPlace
      error={error ? (isGone ? errorText(error, unavailable) : unavailable) : undefined}
      onRetry={() => failed.forEach(({ refetch }) => void refetch())}
    >
      {needed.every(({ data }) => data !== undefined) ? (
        <EditorForm
          kind={kind}
          listAt={listAt}
          stored={stored.data}
          states={states.data}
          substates={substates.data}
          onReload={async () => (await stored.refetch()).data}
          onSaved={onSaved}
        />
      ) : undefined}
    </FormPlace>
  );
}

/** Refusals whose own sentence is more helpful. */
const TELLING = new Set(['NETWORK', 'TIMEOUT', 'CONFLICT', 'SYSTEM_STATE', 'NOT_FOUND', 'FORBIDDEN', 'UNAVAILABLE']);
const FIELD_LABELS = { name: 'Nombre', color: 'Color', states: 'Estados', substates: 'Subestados', ...ACTION_LABELS };

interface EditorFormProps {
  kind: Kind;
  listAt: To;
  stored: Stored | undefined;
  states: readonly State[] | undefined;
  substates: readonly Substate[] | undefined;
  onReload: () => Promise<Stored | undefined>;
  onSaved: () => void;
}

function EditorForm({ kind, listAt, stored, states, substates, onReload, onSaved }: EditorFormProps) {
  const texts = KIND_TEXTS[kind];
  const id = stored?.id;
  const isNew = id === undefined;
  const failed = isNew ? texts.createFailed : texts.updateFailed;
  const create = useEndpointMutation(EDITED[kind].create, catalogueSaved);
  const update = useEndpointMutation(EDITED[kind].update, catalogueSaved);
  const { form, draft, status } = useRecordForm({
    name: `configuration.${kind}.${id ?? 'nuevo'}`,
    schema: catalogueValues,
    rules: EDITED[kind].rules,
    record: stored,
    valuesOf,
    reload: onReload,
    send: ({ valid, changes, version }) =>
      isNew
        ? create.mutateAsync({ body: valid })
        : update.mutateAsync({ params: { id }, body: { ...changes, version } }),
    failed,
    refusalOf: (error) => {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'NAME_TAKEN') form.setError('name', { message: NAME_TAKEN }, { shouldFocus: true });
      return TELLING.has(code) ? errorText(error, failed) : failed;
    },
    done: isNew ? texts.created : texts.updated,
    onSaved,
  });
  const { states: chosenBefore } = draft.base;
  // System states cannot be added.
  const items = useMemo((): OptionItem[] => {
    const itemOf = ({ id, name, disable }: Substate) => ({ id, name, note: disable ? 'Desactivado' : undefined });
    if (kind === 'state') return (substates ?? []).map(itemOf);
    return (states ?? [])
      .filter(({ id }) => !isSystemState(id) || chosenBefore.includes(id))
      .map((state) => ({ ...itemOf(state), mark: <ColorSquare color={state.color} aria-hidden /> }));
  }, [kind, states, substates, chosenBefore]);
  const inWords = (_field: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? 'Sí' : 'No';
    if (!Array.isArray(value)) return value as string;
    return (value as number[]).map((id) => items.find((item) => item.id === id)?.name ?? String(id)).join(', ');
  };
  const isSystem = kind === 'state' && id !== undefined && isSystemState(id);
  const unchanged = isNew ? 'Falta el nombre.' : 'Todavía no hay cambios.';
  return (
    <FormPanel
      label={texts.title}
      status={status}
      action={isNew ? 'Crear' : 'Guardar'}
      cancelTo={listAt}
      pendingText={isNew ? 'Creando…' : 'Guardando…'}
      unchanged={unchanged}
      hint={!status.isReady && (status.isDirty ? 'Hay datos que corregir.' : unchanged)}
      labels={FIELD_LABELS}
      inWords={inWords}
      guard="Si sale ahora, lo que escribió en este formulario se pierde."
      gap={5}
      paddingY={5}
      sx={{ maxWidth: 720 }}
    >
      <TextInput
        form={form}
        name="name"
        label="Nombre"
        help={isSystem ? 'Este estado lo maneja el sistema: su nombre y sus acciones no se cambian.' : undefined}
        readOnly={isSystem}
        inputProps={{ maxLength: 100 }}
        sx={isSystem ? { bgcolor: 'surface.subtle' } : undefined}
      />
      {kind === 'objective' && (
        <ChosenItems
          form={form}
          name="states"
          label="Estados"
          help="Con estos estados empieza cada campaña nueva de este objetivo."
          items={items}
          available={{ title: 'Disponibles', empty: NO_STATES_LEFT }}
          selected={{ title: 'Del objetivo', empty: 'El objetivo no tiene estados.' }}
        />
      )}
      {kind === 'state' && <StateFields form={form} isSystem={isSystem} items={items} />}
    </FormPanel>
  );
}

type CatalogueForm = UseFormReturn<CatalogueValues, unknown, CatalogueValues>;
type ChosenItemsProps = Omit<ComponentProps<typeof TransferField>, 'noun' | 'chosen' | 'onChange'> & {
  form: CatalogueForm;
  name: 'states' | 'substates';
};

const ChosenItems = ({ form, name, ...field }: ChosenItemsProps) => (
  <Bound form={form} name={name}>
    {({ value, onChange }) => (
      <TransferField {...field} noun={field.label.toLowerCase()} chosen={value} onChange={onChange} />
    )}
  </Bound>
);

function StateFields(props: { form: CatalogueForm; isSystem: boolean; items: readonly OptionItem[] }) {
  const { form, isSystem, items } = props;
  const id = useId();
  const name = useWatch({ control: form.control, name: 'name' });
  return (
    <>
      <Bound form={form} name="color">
        {(field) => <ColorField {...field} label="Color" sample={name.trim() || 'Estado'} />}
      </Bound>
      <Group disabled={isSystem}>
        <FormLabel component="legend" sx={{ mb: 2, p: 0 }}>
          Acciones
        </FormLabel>
        {actionName.options.map((action) => (
          <Bound key={action} form={form} name={action}>
            {({ value, onChange, onBlur }) => (
              <ActionLabel>
                <Switch
                  sx={{ marginInlineStart: 0 }}
                  checked={value}
                  disabled={isSystem}
                  onChange={(_event, isOn) => onChange(isOn)}
                  onBlur={onBlur}
                  slotProps={{ input: { 'aria-label': ACTION_LABELS[action], 'aria-describedby': `${id}-${action}` } }}
                />
                <span>
                  <b>{ACTION_LABELS[action]}</b>
                  <Hint component="span" id={`${id}-${action}`} sx={{ display: 'block' }}>
                    {ACTION_MEANINGS[action]}
                  </Hint>
                </span>
              </ActionLabel>
            )}
          </Bound>
        ))}
      </Group>
      {!isSystem && (
        <ChosenItems
          form={form}
          name="substates"
          label="Subestados"
          help="Al registrar un llamado con este estado se podrá elegir uno de ellos."
          items={items}
          available={{ title: 'Disponibles', empty: 'No hay subestados para agregar.' }}
          selected={{ title: 'Del estado', empty: 'El estado no tiene subestados.' }}
        />
      )}
    </>
  );
}

const Group = styled('fieldset')({
  ...PLAIN_FIELDSET,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(12rem, 1fr))',
  gap: '8px 16px',
  '& legend': { gridColumn: '1 / -1' },
});
const ActionLabel = styled('label')({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 8,
  cursor: 'pointer',
  '& b': { display: 'block', lineHeight: '2rem', fontWeight: 550 },
});
