import type { UserDetail } from '@campanero/contract/users/schemas';
import { useState } from 'react';
import { ActionButton, AddButton } from '../../../components/action-button.tsx';
import { IconKey, IconLock, IconUpload } from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Inline } from '../../../components/layout.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { ChangeSeveralDialog, SelectionBar, type SeveralChange } from '../../../features/users/change-several.tsx';
import { userCount } from '../../../features/users/texts.ts';
import { UserList, useUserList } from '../../../features/users/user-list.tsx';
import { UserStateDialog } from '../../../features/users/user-state.tsx';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../pages.ts';

const SecurityDialog = later(async () => (await import('../../../features/users/user-security.tsx')).SecurityDialog);

/** The three buttons on one line. */
const WORDS_ON_PHONES = { '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } };

export function UsersPage() {
  const session = useSession();
  const list = useUserList();
  const [switched, setSwitched] = useState<UserDetail | null>(null);
  const [chosen, setChosen] = useState<UserDetail[]>([]);
  const [change, setChange] = useState<SeveralChange | null>(null);
  const [isSecurity, setSecurity] = useState(false);
  return (
    <>
      <PageHeader
        title="Usuarios"
        aside={list.total !== undefined && userCount(list.total)}
        action={
          <Inline>
            <ActionButton icon={IconLock} sx={WORDS_ON_PHONES} onClick={() => setSecurity(true)}>
              Seguridad
            </ActionButton>
            <ActionButton to={paths.serviceAccounts} icon={IconKey} sx={WORDS_ON_PHONES}>
              Cuentas de servicio
            </ActionButton>
            <ActionButton to={paths.userImport} icon={IconUpload} sx={WORDS_ON_PHONES}>
              Importar
            </ActionButton>
            <AddButton to={paths.userCreate}>Crear Usuario</AddButton>
          </Inline>
        }
      />
      <UserList
        list={list}
        linkTo={paths.user}
        ownId={session?.userId}
        onToggle={setSwitched}
        selection={{ chosen, onChoose: setChosen }}
      />
      {chosen.length > 0 && <SelectionBar chosen={chosen} onChange={setChange} onClear={() => setChosen([])} />}
      {change && (
        <ChangeSeveralDialog
          change={change}
          chosen={chosen}
          onClose={() => setChange(null)}
          onDone={() => {
            setChange(null);
            setChosen([]);
          }}
        />
      )}
      {switched && <UserStateDialog user={switched} onClose={() => setSwitched(null)} />}
      {isSecurity && <SecurityDialog directoryPath={paths.userDirectory} onClose={() => setSecurity(false)} />}
    </>
  );
}
