import { useLocation, useNavigate } from 'react-router';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { FindPerson } from '../../../features/personal-data/find-person.tsx';
import { OpenRequests } from '../../../features/personal-data/request-list.tsx';
import { paths } from '../../pages.ts';

/** Finds a person; below, what has to be answered. The search is kept in the history entry, not in the address, where others could read it. */
export function PersonalDataPage() {
  const navigate = useNavigate();
  const { asked = '' } = (useLocation().state ?? {}) as { asked?: string };
  return (
    <>
      <PageHeader title="Datos personales" />
      <FindPerson
        asked={asked}
        onAsk={(text) => void navigate('.', { replace: true, state: { asked: text } })}
        linkTo={paths.personalDataPerson}
      />
      <OpenRequests linkTo={paths.dataRequest} allLink={paths.dataRequests} />
    </>
  );
}
