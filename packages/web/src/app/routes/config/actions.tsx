import { ActionsEditor } from '../../../features/configuration/components/actions-editor.tsx';
import { PageHeader } from '../../../components/page-header.tsx';

export function ConfigActionsPage() {
  return (
    <>
      <PageHeader title="Acciones" />
      <ActionsEditor />
    </>
  );
}
