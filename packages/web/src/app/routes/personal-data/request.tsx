import { type DataRequest, kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { CardColumns } from '../../../components/page/section.tsx';
import { forgetAnswer } from '../../../features/personal-data/answer-form.tsx';
import { requestQuery } from '../../../features/personal-data/api.ts';
import { RequestChip } from '../../../features/personal-data/request-words.tsx';
import {
  AttendButton,
  RemoveRequester,
  RequestFacts,
  RequestPerson,
} from '../../../features/personal-data/request-view.tsx';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';
import { RequestWork } from './request-work.tsx';

const FAILED = 'No fue posible cargar el pedido. Inténtelo de nuevo o contacte con el soporte.';

export function DataRequestPage() {
  const request = useQuery(requestQuery(useAddressId()));
  if (!request.data) return <PageState query={request} of="request" failed={FAILED} />;
  return <RequestView request={request.data} />;
}

function RequestView({ request }: { request: DataRequest }) {
  const session = useSession();
  const title = `Pedido ${request.id}: ${kindsInWords(request.kinds).toLowerCase()}`;
  const isOpen = request.state === 'ABIERTO';
  usePageTitle(title);
  useEffect(() => {
    if (!isOpen) forgetAnswer(request.id);
  }, [isOpen, request.id]);
  return (
    <>
      <PageHeader
        title={title}
        aside={<RequestChip request={request} />}
        action={
          isOpen ? <AttendButton request={request} ownId={session?.userId} /> : <RemoveRequester request={request} />
        }
      />
      <CardColumns>
        {isOpen && (
          <div>
            {request.person === null && <RequestPerson request={request} personLink={paths.personalDataPerson} />}
            <RequestWork request={request} />
          </div>
        )}
        <div>
          <RequestFacts request={request} personLink={paths.personalDataPerson} exportLink={paths.export} />
        </div>
      </CardColumns>
    </>
  );
}
