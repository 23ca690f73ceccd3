import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { EditForm } from '../../../features/configuration/edit-form.tsx';
import { readEditTarget, recallTarget } from '../../../features/configuration/kinds.ts';
import { KIND_TEXTS } from '../../../features/configuration/texts.ts';
import { paths } from '../../pages.ts';
import { EditorPage, listAt } from './editor-page.tsx';

/** What to edit comes as route state (spec 2), which a reload keeps; without it there is only the list to choose from. */
export function ConfigEditPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [remembered] = useState(() => readEditTarget(recallTarget('edit')));
  const target = readEditTarget(state) ?? remembered;
  if (!target) return <Navigate to={paths.configGeneral} replace />;
  const { kind, id } = target;
  return (
    <EditorPage title={`Editar ${KIND_TEXTS[kind].title}`} kind={kind}>
      <EditForm key={`${kind} ${id}`} kind={kind} id={id} onSaved={() => void navigate(listAt(kind))} />
    </EditorPage>
  );
}
