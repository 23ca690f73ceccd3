import type { ServiceAccountDetail } from '@campanero/contract/service-accounts/schemas';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconBan, IconCircleCheck, IconPencil } from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Inline } from '../../../components/layout.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { CardColumns, TitledCard } from '../../../components/page/section.tsx';
import { AccountStateChip } from '../../../features/service-accounts/account-list.tsx';
import {
  AccountFacts,
  AccountKeys,
  AccountStateDialog,
  AccountUse,
} from '../../../features/service-accounts/account-view.tsx';
import { accountQuery } from '../../../features/service-accounts/api.ts';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';

const AccountDialog = later(
  async () => (await import('../../../features/service-accounts/account-form.tsx')).AccountDialog,
);

export function ServiceAccountPage() {
  const account = useQuery(accountQuery(useAddressId()));
  if (!account.isSuccess) return <PageState query={account} of="service" />;
  return <AccountView account={account.data} reload={async () => (await account.refetch()).data} />;
}

interface AccountViewProps {
  account: ServiceAccountDetail;
  reload: () => Promise<ServiceAccountDetail | undefined>;
}

function AccountView({ account, reload }: AccountViewProps) {
  const [open, setOpen] = useState<'edit' | 'state'>();
  usePageTitle(account.name);
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={account.name}
        aside={<AccountStateChip account={account} />}
        action={
          <Inline>
            <ActionButton icon={account.disable ? IconCircleCheck : IconBan} onClick={() => setOpen('state')}>
              {account.disable ? 'Habilitar' : 'Deshabilitar'}
            </ActionButton>
            <ActionButton variant="contained" icon={IconPencil} onClick={() => setOpen('edit')}>
              Editar
            </ActionButton>
          </Inline>
        }
      />
      <CardColumns>
        <div>
          <AccountKeys account={account} />
          <AccountUse account={account} />
        </div>
        <TitledCard title="Datos" gap={4} sx={{ mb: 4 }}>
          <AccountFacts account={account} />
          <Button variant="text" component={Link} to={paths.auditOf(account.id)} sx={{ mt: 4, marginInlineStart: -3 }}>
            Ver su actividad en Auditoría
          </Button>
        </TitledCard>
      </CardColumns>
      {open === 'state' && <AccountStateDialog account={account} onClose={close} />}
      {open === 'edit' && <AccountDialog account={account} reload={reload} onClose={close} />}
    </>
  );
}
