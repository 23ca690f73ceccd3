import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AddButton } from '../../../components/action-button.tsx';
import { later } from '../../../components/later.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { AccountList, useAccountList } from '../../../features/service-accounts/account-list.tsx';
import { KeyDialog } from '../../../features/service-accounts/key-dialog.tsx';
import { accountCount } from '../../../features/service-accounts/texts.ts';
import { paths } from '../../pages.ts';

const AccountDialog = later(
  async () => (await import('../../../features/service-accounts/account-form.tsx')).AccountDialog,
);

export function ServiceAccountsPage() {
  const list = useAccountList();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ id: number; name: string; key: string }>();
  const button = <AddButton onClick={() => setCreating(true)}>Crear cuenta</AddButton>;
  return (
    <>
      <PageHeader
        title="Cuentas de servicio"
        aside={list.total !== undefined && accountCount(list.total)}
        action={button}
      />
      <AccountList list={list} linkTo={paths.serviceAccount} begin={button} />
      {isCreating && (
        <AccountDialog
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            setCreated(made);
          }}
        />
      )}
      {created && (
        <KeyDialog
          name={created.name}
          value={created.key}
          onDone={() => void navigate(paths.serviceAccount(created.id))}
        />
      )}
    </>
  );
}
