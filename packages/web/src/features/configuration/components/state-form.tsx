import {
  DEFAULT_STATE_COLOR,
  isSystemState,
  type State,
  type Substate,
} from '@campanero/contract/configuration/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ColorField } from '../../../components/fields/color-field.tsx';
import { useSaveState } from '../api/save.ts';
import { substateChoices } from '../choices.tsx';
import { useBase } from '../hooks/use-base.ts';
import { useEditor } from '../hooks/use-editor.ts';
import { type StateInput, stateSchema, type StateValues, valuesOf } from '../state-values.ts';
import { ActionSwitches } from './action-switches.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { NameField } from './name-field.tsx';
import { TransferField } from './transfer-field.tsx';

interface StateFormProps {
  state?: State | undefined;
  substates: readonly Substate[];
  onReload?: () => Promise<State | undefined>;
  onSaved: () => void;
}

export function StateForm({ state, substates, onReload, onSaved }: StateFormProps) {
  const form = useForm<StateInput, unknown, StateValues>({
    resolver: zodResolver(stateSchema),
    mode: 'onTouched',
    defaultValues: valuesOf(state),
  });
  const save = useSaveState(state?.id);
  const { base, reload } = useBase({ form, loaded: state, valuesOf, onReload, onReloaded: save.reset });
  const editor = useEditor({ kind: 'state', id: state?.id, form, save, onSaved });
  const choices = useMemo(() => substateChoices(substates), [substates]);
  const name = useWatch({ control: form.control, name: 'name' });
  const isSystem = state !== undefined && isSystemState(state.id);
  const submit = form.handleSubmit((values) => save.mutate({ ...values, version: base?.version }));
  return (
    <EditorFrame
      {...editor}
      label="Estado"
      isNew={state === undefined}
      pending={save.isPending}
      onReload={editor.isConflict ? reload : undefined}
      onSubmit={(event) => void submit(event)}
      onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
    >
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
