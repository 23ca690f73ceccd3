import type { PersonalDataRecord } from '@campanero/contract/personal-data/schemas';
import { kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router';
import { Rows, Section } from '../../components/page/section.tsx';
import { RequestChip } from './request-parts.tsx';

interface PersonRequestsProps {
  held: PersonalDataRecord;
  linkTo: (requestId: number) => string;
  onCreate: () => void;
}

/** What the person asked for, newest first. */
export function PersonRequests({ held: { requests }, linkTo, onCreate }: PersonRequestsProps) {
  return (
    <Section
      title="Pedidos"
      aside={requests.length}
      note={requests.length === 0 && 'No pidió nada hasta ahora.'}
      action={
        <Button variant="text" size="small" onClick={onCreate}>
          Registrar pedido
        </Button>
      }
    >
      <Rows>
        {requests.map((request) => (
          <li key={request.id}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
              <b>
                <Link to={linkTo(request.id)}>
                  {request.id} · {kindsInWords(request.kinds)}
                </Link>
              </b>
              <RequestChip request={request} />
            </Box>
            <p>
              Recibido el {formatDay(request.receivedOn)} · Vence el {formatDay(request.dueOn)}
            </p>
            {request.answer && <p>{request.answer}</p>}
          </li>
        ))}
      </Rows>
    </Section>
  );
}
