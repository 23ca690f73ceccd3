import { Navigate, useNavigate } from 'react-router';
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

function EditorPage({ title, kind, id }: { title: string; kind: Kind; id?: number }) {
  usePageTitle(title);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={title} />
      <Editor kind={kind} id={id} listAt={listAt(kind)} onSaved={() => void navigate(listAt(kind))} />
    </>
  );
}

/** The kind comes as route state; default: objective. */
export function ConfigCreatePage() {
  const kind = useCreateTarget() ?? 'objective';
  return <EditorPage key={kind} title={`Crear ${KIND_TEXTS[kind].title}`} kind={kind} />;
}

/** The target comes as route state; without it the list is shown. */
export function ConfigEditPage() {
  const target = useEditTarget();
  if (!target) return <Navigate to={paths.configGeneral} replace />;
  const { kind, id } = target;
  return <EditorPage key={`${kind} ${id}`} title={`Editar ${KIND_TEXTS[kind].title}`} kind={kind} id={id} />;
}

export const ConfigActionsPage = () => (
  <>
    <PageHeader title="Acciones" />
    <ActionsEditor />
  </>
);
