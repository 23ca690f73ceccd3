import { type Substate, substateBody } from '@campanero/contract/configuration/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useSaveSubstate } from './api.ts';
import { EditorFrame, NameField } from './editor-parts.tsx';
import { useBase, useEditor } from './use-editor.ts';

interface SubstateFormProps {
  substate?: Substate | undefined;
  onReload?: () => Promise<Substate | undefined>;
  onSaved: () => void;
}

const schema = substateBody.omit({ version: true });
const valuesOf = (substate: Substate | undefined) => ({ name: substate?.name ?? '' });

export function SubstateForm({ substate, onReload, onSaved }: SubstateFormProps) {
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: valuesOf(substate) });
  const save = useSaveSubstate(substate?.id);
  const { base, reload } = useBase({ form, loaded: substate, valuesOf, onReload, onReloaded: save.reset });
  const editor = useEditor({ kind: 'substate', id: substate?.id, form, save, onSaved });
  const submit = form.handleSubmit((values) => save.mutate({ ...values, version: base?.version }));
  return (
    <EditorFrame
      {...editor}
      label="Subestado"
      isNew={substate === undefined}
      pending={save.isPending}
      onReload={editor.isConflict ? reload : undefined}
      onSubmit={(event) => void submit(event)}
      onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
    >
      <NameField form={form} />
    </EditorFrame>
  );
}
