import type { ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconArrowLeft } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { ActionsEditor } from '../../../features/configuration/actions-editor.tsx';
import { Editor } from '../../../features/configuration/editor.tsx';
import { type Kind, tabOf, useCreateTarget, useEditTarget } from '../../../features/configuration/kinds.ts';
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
  const navigate = useNavigate();
  const kind = useCreateTarget() ?? 'objective';
  return (
    <EditorPage title={`Crear ${KIND_TEXTS[kind].title}`} kind={kind}>
      <Editor key={kind} kind={kind} onSaved={() => void navigate(listAt(kind))} />
    </EditorPage>
  );
}

/** The target comes as route state; without it the list is shown. */
export function ConfigEditPage() {
  const navigate = useNavigate();
  const target = useEditTarget();
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
