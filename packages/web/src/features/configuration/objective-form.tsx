import { configuration } from '@campanero/contract/configuration/endpoints';
import {
  type Objective,
  objectiveBody,
  type ObjectivePatch,
  type State,
} from '@campanero/contract/configuration/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { Controller, type Resolver } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { catalogueSaved } from './api.ts';
import { chosenInWords, EditorFrame, NameField, stateChoices, TransferField } from './editor-parts.tsx';
import { NO_STATES_LEFT } from './texts.ts';
import { useEditor } from './use-editor.ts';

interface ObjectiveFormProps {
  /** Undefined for a new one. */
  objective?: Objective | undefined;
  states: readonly State[];
  onReload?: () => Promise<Objective | undefined>;
  onSaved: () => void;
}

const typedObjective = z.object({ name: z.string(), states: z.array(z.number()) });
type ObjectiveValues = z.infer<typeof typedObjective>;
const rules = objectiveBody.omit({ version: true });
const resolver = zodResolver(rules) as unknown as Resolver<ObjectiveValues, unknown, z.output<typeof rules>>;
const valuesOf = (objective: Objective | undefined): ObjectiveValues => ({
  name: objective?.name ?? '',
  states: objective?.states.map(({ id }) => id) ?? [],
});

export function ObjectiveForm({ objective, states, onReload, onSaved }: ObjectiveFormProps) {
  const id = objective?.id;
  const save = useChange(
    (values: ObjectivePatch): Promise<unknown> =>
      id === undefined
        ? call(configuration.createObjective, { body: objectiveBody.parse(values) })
        : call(configuration.updateObjective, { params: { id }, body: values }),
    catalogueSaved,
  );
  const { form, frame, base } = useEditor({
    kind: 'objective',
    id,
    loaded: objective,
    schema: typedObjective,
    valuesOf,
    resolver,
    save,
    onReload,
    onSaved,
  });
  const choices = useMemo(() => stateChoices(states, base.states), [states, base]);
  return (
    <EditorFrame
      {...frame}
      label="Objetivo"
      inWords={(field, value) => (field === 'states' ? chosenInWords(choices, value) : (value as string))}
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
