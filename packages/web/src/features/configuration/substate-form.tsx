import { configuration } from '@campanero/contract/configuration/endpoints';
import { type Substate, substateBody, type SubstatePatch } from '@campanero/contract/configuration/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { catalogueSaved } from './api.ts';
import { EditorFrame, NameField } from './editor-parts.tsx';
import { useEditor } from './use-editor.ts';

interface SubstateFormProps {
  substate?: Substate | undefined;
  onReload?: () => Promise<Substate | undefined>;
  onSaved: () => void;
}

const typedSubstate = z.object({ name: z.string() });
const resolver = zodResolver(substateBody.omit({ version: true }));
const valuesOf = (substate: Substate | undefined) => ({ name: substate?.name ?? '' });

export function SubstateForm({ substate, onReload, onSaved }: SubstateFormProps) {
  const id = substate?.id;
  const save = useChange(
    (values: SubstatePatch): Promise<unknown> =>
      id === undefined
        ? call(configuration.createSubstate, { body: substateBody.parse(values) })
        : call(configuration.updateSubstate, { params: { id }, body: values }),
    catalogueSaved,
  );
  const { form, frame } = useEditor({
    kind: 'substate',
    id,
    loaded: substate,
    schema: typedSubstate,
    valuesOf,
    resolver,
    save,
    onReload,
    onSaved,
  });
  return (
    <EditorFrame {...frame} label="Subestado">
      <NameField form={form} />
    </EditorFrame>
  );
}
