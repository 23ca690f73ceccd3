import { formatCount } from '@campanero/contract/shared/numbers';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconPlus } from '../../../components/icons.ts';
import { Inline } from '../../../components/layout.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { RequestsExport } from '../../../features/exports/export-menu.tsx';
import { RequestDialog } from '../../../features/personal-data/request-dialog.tsx';
import { RequestList, useRequestList } from '../../../features/personal-data/request-list.tsx';
import { paths } from '../../pages.ts';

export function DataRequestsPage() {
  const list = useRequestList();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const register = (
    <ActionButton variant="contained" icon={IconPlus} onClick={() => setCreating(true)}>
      Registrar pedido
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title="Pedidos de datos"
        aside={list.total !== undefined && formatCount(list.total)}
        action={
          <Inline>
            <RequestsExport query={list.query} linkTo={paths.export} />
            {register}
          </Inline>
        }
      />
      <RequestList list={list} linkTo={paths.dataRequest} begin={register} />
      {isCreating && (
        <RequestDialog onClose={() => setCreating(false)} onSaved={(id) => void navigate(paths.dataRequest(id))} />
      )}
    </>
  );
}
