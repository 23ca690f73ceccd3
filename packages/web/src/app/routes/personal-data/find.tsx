import { useLocation, useNavigate } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconListCheck } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { FindPerson } from '../../../features/personal-data/find-person.tsx';
import { paths } from '../../pages.ts';

/** Finds a person. The search is kept in the history entry, not in the address, where others could read it. */
export function PersonalDataPage() {
  const navigate = useNavigate();
  const { asked = '' } = (useLocation().state ?? {}) as { asked?: string };
  return (
    <>
      <PageHeader
        title="Datos personales"
        action={
          <ActionButton to={paths.dataRequests} icon={IconListCheck}>
            Pedidos de datos
          </ActionButton>
        }
      />
      <FindPerson
        asked={asked}
        onAsk={(text) => void navigate('.', { replace: true, state: { asked: text } })}
        linkTo={paths.personalDataPerson}
      />
    </>
  );
}
