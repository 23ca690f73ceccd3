import { ERASURE_STEPS } from '@campanero/contract/erasure/endpoints';
import { exports } from '@campanero/contract/exports/endpoints';
import { isBeingMade } from '@campanero/contract/exports/schemas';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import { type DataRequest, kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { later } from '../../../components/later.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { CardColumns } from '../../../components/page/section.tsx';
import { erasureQuery } from '../../../features/erasure/api.ts';
import { exportQuery } from '../../../features/exports/api.ts';
import { REQUEST_FAILED } from '../../../features/exports/texts.ts';
import {
  DATA_REQUEST_FAILED,
  DO_NOT_CALL_DONE,
  requestQuery,
  requestSaved,
  requestScope,
} from '../../../features/personal-data/api.ts';
import { forgetAnswer, KindStep, RequestSteps } from '../../../features/personal-data/request-steps.tsx';
import {
  AttendButton,
  RemoveRequester,
  RequestFacts,
  RequestPerson,
} from '../../../features/personal-data/request-view.tsx';
import { isUndone, RequestChip } from '../../../features/personal-data/request-words.tsx';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { endpointKey, invalidate } from '../../../lib/queries.ts';
import { useSession } from '../../../lib/session.ts';
import { notify } from '../../../lib/snackbar.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';
import { Rectification } from './rectification.tsx';

const EraseDialog = later(async () => (await import('../../../features/erasure/erase-dialog.tsx')).EraseDialog);

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

type WorkProps = { request: DataRequest; personId: number };

export function RequestWork({ request }: { request: DataRequest }) {
  const personId = request.person?.id;
  if (personId === undefined) return <RequestSteps request={request} />;
  const work = { request, personId };
  return (
    <RequestSteps request={request}>
      {{
        ACCESO: <AccessStep {...work} />,
        RECTIFICACION: <RectificationStep {...work} />,
        OPOSICION: <OppositionStep {...work} />,
        SUPRESION: <ErasureStep {...work} />,
      }}
    </RequestSteps>
  );
}

/** Fetches the request again when a job that runs for it ends. */
function useFreshRequest(id: number, isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return undefined;
    return () => void invalidate(endpointKey(requestScope, personalData.request, { params: { id } }));
  }, [id, isRunning]);
}

function AccessStep({ request, personId }: WorkProps) {
  const report = useEndpointMutation(exports.personalData, { refetches: [requestScope], failed: REQUEST_FAILED });
  const { data: made } = useQuery({
    ...exportQuery(request.exportId ?? ''),
    enabled: request.exportId !== null && isUndone(request, 'ACCESO'),
    // Another user's report is not accessible (404), but is being made.
    retry: false,
  });
  const isMaking = made !== undefined && isBeingMade(made.status);
  useFreshRequest(request.id, isMaking);
  return (
    <KindStep
      request={request}
      kind="ACCESO"
      action="Hacer informe"
      isPending={report.isPending}
      onAct={isMaking ? undefined : () => report.mutate({ params: { id: personId }, query: { requestId: request.id } })}
      done={request.exportId && <Link to={paths.export(request.exportId)}>Ver el informe</Link>}
    >
      {isMaking && (
        <span role="status">
          Se está haciendo. <Link to={paths.export(made.id)}>Ver avance</Link>
        </span>
      )}
      {!isMaking &&
        (made && made.status !== 'COMPLETED'
          ? 'El informe no se pudo hacer. Inténtelo de nuevo.'
          : 'Un archivo con todo lo que se guarda de la persona, para entregárselo.')}
    </KindStep>
  );
}

function RectificationStep({ request, personId }: WorkProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <KindStep request={request} kind="RECTIFICACION" action="Rectificar" onAct={() => setOpen(true)}>
        Si lo que está mal es un número, se corrige en{' '}
        <Link to={`${paths.personalDataPerson(personId)}?request=${request.id}`}>la página de la persona</Link>.
      </KindStep>
      {isOpen && <Rectification personId={personId} requestId={request.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function OppositionStep({ request }: WorkProps) {
  const block = useEndpointMutation(personalData.markDoNotCall, { ...requestSaved, failed: DATA_REQUEST_FAILED });
  const act = () =>
    block.mutate(
      { params: { id: request.id }, body: { version: request.version } },
      { onSuccess: () => notify.success(DO_NOT_CALL_DONE) },
    );
  return (
    <KindStep request={request} kind="OPOSICION" action="No llamar" isPending={block.isPending} onAct={act}>
      Sus números dejan de llamarse en todas las campañas.
    </KindStep>
  );
}

function ErasureStep({ request, personId }: WorkProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...erasureQuery(personId), enabled: isUndone(request, 'SUPRESION') });
  const running = data?.last && data.last.finishedAt === null ? data.last : undefined;
  // These need the data.
  const comesLast = isUndone(request, 'ACCESO') || isUndone(request, 'RECTIFICACION');
  useFreshRequest(request.id, running !== undefined);
  return (
    <>
      <KindStep
        request={request}
        kind="SUPRESION"
        action="Borrar datos"
        destructive
        disabled={comesLast}
        onAct={running ? undefined : () => setOpen(true)}
      >
        {running && (
          <span role="status">
            {ERASURE_STEPS[running.step]}… <Link to={paths.personalDataPerson(personId)}>Ver en su página</Link>
          </span>
        )}
        {!running &&
          (comesLast
            ? 'Después de lo demás: cuando se borra no queda nada que informar ni corregir.'
            : 'No se puede deshacer. Antes se muestra qué se borra y qué queda.')}
      </KindStep>
      {isOpen && <EraseDialog personId={personId} requestId={request.id} onClose={() => setOpen(false)} />}
    </>
  );
}
