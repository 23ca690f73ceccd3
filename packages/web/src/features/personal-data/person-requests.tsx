import type { HeldPerson } from '@campanero/contract/personal-data/schemas';
import { REQUEST_KINDS } from '@campanero/contract/personal-data/request-schemas';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { DueChip } from './request-parts.tsx';
import { dayText } from './request-words.ts';
import { Rows, Section, SectionNote } from './section.tsx';

interface PersonRequestsProps {
  held: HeldPerson;
  linkTo: (requestId: number) => string;
  onCreate: () => void;
}

/** What the person asked for, newest first. */
export function PersonRequests({ held: { requests }, linkTo, onCreate }: PersonRequestsProps) {
  return (
    <Section
      title="Pedidos"
      aside={requests.length}
      action={
        <Button variant="text" size="small" onClick={onCreate}>
          Registrar pedido
        </Button>
      }
    >
      {requests.length === 0 && <SectionNote>No pidió nada hasta ahora.</SectionNote>}
      <Rows>
        {requests.map((request) => (
          <li key={request.id}>
            <b>
              <Link to={linkTo(request.id)}>
                {request.id} · {REQUEST_KINDS[request.kind]}
              </Link>
            </b>{' '}
            <DueChip request={request} />
            <p>
              Recibido el {dayText(request.receivedOn)} · Vence el {dayText(request.dueOn)}
            </p>
            {request.answer && <p>{request.answer}</p>}
          </li>
        ))}
      </Rows>
    </Section>
  );
}
