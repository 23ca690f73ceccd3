import { configuration } from '@campanero/contract/configuration/endpoints';
import {
  actionName,
  DEFAULT_STATE_COLOR,
  isSystemState,
  type State,
  stateBody,
  type StatePatch,
  type Substate,
} from '@campanero/contract/configuration/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, FormLabel, styled, Switch } from '@mui/material';
import { useId, useMemo } from 'react';
import { type Control, Controller, type Resolver, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ColorField } from '../../components/fields/color-field.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { catalogueSaved } from './api.ts';
import { chosenInWords, EditorFrame, NameField, substateChoices, TransferField } from './editor-parts.tsx';
import { ACTION_LABELS, actionMeaning } from './texts.ts';
import { useEditor } from './use-editor.ts';

interface StateFormProps {
  state?: State | undefined;
  substates: readonly Substate[];
  onReload?: () => Promise<State | undefined>;
  onSaved: () => void;
}

export function StateForm({ state, substates, onReload, onSaved }: StateFormProps) {
  const id = state?.id;
  const save = useChange(
    (values: StatePatch): Promise<unknown> =>
      id === undefined
        ? call(configuration.createState, { body: stateBody.parse(values) })
        : call(configuration.updateState, { params: { id }, body: values }),
    catalogueSaved,
  );
  const { form, frame } = useEditor({
    kind: 'state',
    id,
    loaded: state,
    schema: typedState,
    valuesOf,
    resolver,
    save,
    onReload,
    onSaved,
  });
  const choices = useMemo(() => substateChoices(substates), [substates]);
  const name = useWatch({ control: form.control, name: 'name' });
  const isSystem = id !== undefined && isSystemState(id);
  const inWords = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? 'Sí' : 'No';
    return field === 'substates' ? chosenInWords(choices, value) : (value as string);
  };
  return (
    <EditorFrame {...frame} label="Estado" inWords={inWords}>
      <NameField
        form={form}
        fixed={isSystem ? 'Este estado lo maneja el sistema: su nombre y sus acciones no se cambian.' : undefined}
      />
      <Controller
        control={form.control}
        name="color"
        render={({ field, fieldState }) => (
          <ColorField
            label="Color"
            value={field.value ?? DEFAULT_STATE_COLOR}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            sample={name.trim() || 'Estado'}
            error={fieldState.error?.message}
          />
        )}
      />
      <ActionSwitches control={form.control} disabled={isSystem} />
      {!isSystem && (
        <Controller
          control={form.control}
          name="substates"
          render={({ field }) => (
            <TransferField
              label="Subestados"
              help="Al registrar un llamado con este estado se podrá elegir uno de ellos."
              noun="subestados"
              items={choices}
              chosen={field.value ?? []}
              onChange={field.onChange}
              available={{ title: 'Disponibles', empty: 'No hay subestados para agregar.' }}
              selected={{ title: 'Del estado', empty: 'El estado no tiene subestados.' }}
            />
          )}
        />
      )}
    </EditorFrame>
  );
}

const Group = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 8 });
const Line = styled('label')({ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 8, cursor: 'pointer' });

interface ActionSwitchesProps {
  control: StateControl;
  disabled: boolean;
}

/** The three actions of a state, each with what it means. */
function ActionSwitches({ control, disabled }: ActionSwitchesProps) {
  const id = useId();
  return (
    <Group disabled={disabled}>
      <FormLabel component="legend" sx={{ mb: 2, p: 0 }}>
        Acciones
      </FormLabel>
      {actionName.options.map((action) => (
        <Controller
          key={action}
          control={control}
          name={action}
          render={({ field }) => (
            <Line>
              <Switch
                checked={field.value ?? false}
                disabled={disabled}
                onChange={(_event, isOn) => field.onChange(isOn)}
                onBlur={field.onBlur}
                slotProps={{ input: { 'aria-label': ACTION_LABELS[action], 'aria-describedby': `${id}-${action}` } }}
              />
              <span>
                <Box component="span" sx={{ display: 'block', lineHeight: '2rem', fontWeight: 550 }}>
                  {ACTION_LABELS[action]}
                </Box>
                <Box
                  component="span"
                  id={`${id}-${action}`}
                  sx={{ display: 'block', typography: 'caption', color: 'text.disabled' }}
                >
                  {actionMeaning(action, 'este estado')}
                </Box>
              </span>
            </Line>
          )}
        />
      ))}
    </Group>
  );
}

/** A state as its form holds it. */
const typedState = z.object({
  name: z.string(),
  color: z.string(),
  callback: z.boolean(),
  contactability: z.boolean(),
  effectiveness: z.boolean(),
  substates: z.array(z.number()),
});
type StateValues = z.infer<typeof typedState>;
type StateControl = Control<StateValues, unknown, z.output<typeof rules>>;
const rules = stateBody.omit({ version: true });
const resolver = zodResolver(rules) as unknown as Resolver<StateValues, unknown, z.output<typeof rules>>;

const valuesOf = (state: State | undefined): StateValues => ({
  name: state?.name ?? '',
  color: state?.color ?? DEFAULT_STATE_COLOR,
  callback: state?.callback ?? false,
  contactability: state?.contactability ?? false,
  effectiveness: state?.effectiveness ?? false,
  substates: state?.substates.map(({ id }) => id) ?? [],
});
