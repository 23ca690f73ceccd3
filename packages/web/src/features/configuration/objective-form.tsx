import { type Objective, objectiveBody, type State } from '@campanero/contract/configuration/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSaveObjective } from './api.ts';
import { EditorFrame, NameField, stateChoices, TransferField } from './editor-parts.tsx';
import { NO_STATES_LEFT } from './texts.ts';
import { useBase, useEditor } from './use-editor.ts';

interface ObjectiveFormProps {
  /** Undefined for a new one. */
  objective?: Objective | undefined;
  states: readonly State[];
  onReload?: () => Promise<Objective | undefined>;
  onSaved: () => void;
}

const schema = objectiveBody.omit({ version: true });
const valuesOf = (objective: Objective | undefined) => ({
  name: objective?.name ?? '',
  states: objective?.states.map(({ id }) => id) ?? [],
});

export function ObjectiveForm({ objective, states, onReload, onSaved }: ObjectiveFormProps) {
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: valuesOf(objective) });
  const save = useSaveObjective(objective?.id);
  const { base, reload } = useBase({ form, loaded: objective, valuesOf, onReload, onReloaded: save.reset });
  const editor = useEditor({ kind: 'objective', id: objective?.id, form, save, onSaved });
  const choices = useMemo(() => stateChoices(states, valuesOf(base).states), [states, base]);
  const submit = form.handleSubmit((values) => save.mutate({ ...values, version: base?.version }));
  return (
    <EditorFrame
      {...editor}
      label="Objetivo"
      isNew={objective === undefined}
      pending={save.isPending}
      onReload={editor.isConflict ? reload : undefined}
      onSubmit={(event) => void submit(event)}
      onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
    >
      <NameField form={form} />
      <Controller
        control={form.control}
        name="states"
        render={({ field }) => (
          <TransferField
            label="Estados"
            help="Con estos estados empieza cada campaña nueva de este objetivo."
            noun="estados"
            items={choices}
            chosen={field.value ?? []}
            onChange={field.onChange}
            available={{ title: 'Disponibles', empty: NO_STATES_LEFT }}
            selected={{ title: 'Del objetivo', empty: 'El objetivo no tiene estados.' }}
          />
        )}
      />
    </EditorFrame>
  );
}
