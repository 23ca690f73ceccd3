import { type ReactNode, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconArrowLeft } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { ActionsEditor } from '../../../features/configuration/actions-editor.tsx';
import { Editor } from '../../../features/configuration/editor.tsx';
import {
  type Kind,
  readCreateTarget,
  readEditTarget,
  recallTarget,
  tabOf,
} from '../../../features/configuration/kinds.ts';
import { KIND_TEXTS } from '../../../features/configuration/texts.ts';
import { usePageTitle } from '../../../lib/page.ts';
import { paths } from '../../pages.ts';

const listAt = (kind: Kind) => ({
  pathname: paths.configGeneral,
  search: kind === 'objective' ? '' : `?tab=${tabOf(kind)}`,
});

function EditorPage({ title, kind, children }: { title: string; kind: Kind; children: ReactNode }) {
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        action={
          <ActionButton to={listAt(kind)} icon={IconArrowLeft}>
            Volver
          </ActionButton>
        }
      />
      {children}
    </>
  );
}

/** The kind comes as route state; default: objective. */
export function ConfigCreatePage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [remembered] = useState(() => readCreateTarget(recallTarget('create')));
  const kind = readCreateTarget(state) ?? remembered ?? 'objective';
  return (
    <EditorPage title={`Crear ${KIND_TEXTS[kind].title}`} kind={kind}>
      <Editor key={kind} kind={kind} onSaved={() => void navigate(listAt(kind))} />
    </EditorPage>
  );
}

/** The target comes as route state; without it the list is shown. */
export function ConfigEditPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [remembered] = useState(() => readEditTarget(recallTarget('edit')));
  const target = readEditTarget(state) ?? remembered;
  if (!target) return <Navigate to={paths.configGeneral} replace />;
  const { kind, id } = target;
  return (
    <EditorPage title={`Editar ${KIND_TEXTS[kind].title}`} kind={kind}>
      <Editor key={`${kind} ${id}`} kind={kind} id={id} onSaved={() => void navigate(listAt(kind))} />
    </EditorPage>
  );
}

export const ConfigActionsPage = () => (
  <>
    <PageHeader title="Acciones" />
    <ActionsEditor />
  </>
);
