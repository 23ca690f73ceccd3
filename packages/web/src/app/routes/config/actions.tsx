import { PageHeader } from '../../../components/page/page-header.tsx';
import { ActionsEditor } from '../../../features/configuration/actions-editor.tsx';

export function ConfigActionsPage() {
  return (
    <>
      <PageHeader title="Acciones" />
      <ActionsEditor />
    </>
  );
}
