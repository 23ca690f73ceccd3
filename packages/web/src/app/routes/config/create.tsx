import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CreateForm } from '../../../features/configuration/edit-form.tsx';
import { readCreateTarget, recallTarget } from '../../../features/configuration/kinds.ts';
import { KIND_TEXTS } from '../../../features/configuration/texts.ts';
import { EditorPage, listAt } from './editor-page.tsx';

/** What to create comes as route state (spec 2); an address typed by hand means an objective. */
export function ConfigCreatePage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [remembered] = useState(() => readCreateTarget(recallTarget('create')));
  const kind = readCreateTarget(state) ?? remembered ?? 'objective';
  return (
    <EditorPage title={`Crear ${KIND_TEXTS[kind].title}`} kind={kind}>
      <CreateForm key={kind} kind={kind} onSaved={() => void navigate(listAt(kind))} />
    </EditorPage>
  );
}
