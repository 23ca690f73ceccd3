import { Button } from '@mui/material';
import { Link, useLocation, useNavigate } from 'react-router';
import { IconListCheck } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { FindPerson } from '../../../features/personal-data/find-person.tsx';
import { paths } from '../../pages.ts';

interface Asked {
  asked?: string;
}

/**
 * Whose data are asked for. What was typed stands in the history entry and not in the address, where others could read it:
 * Back finds it again all the same.
 */
export function PersonalDataPage() {
  const navigate = useNavigate();
  const { asked = '' } = (useLocation().state ?? {}) as Asked;
  return (
    <>
      <PageHeader
        title="Datos personales"
        action={
          <Button
            variant="outlined"
            component={Link}
            to={paths.dataRequests}
            startIcon={<IconListCheck size={18} stroke={1.75} aria-hidden />}
          >
            Pedidos de datos
          </Button>
        }
      />
      <FindPerson
        asked={asked}
        onAsk={(text) => void navigate('.', { replace: true, state: { asked: text } satisfies Asked })}
        linkTo={paths.personalDataPerson}
      />
    </>
  );
}
