import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason } from '@campanero/contract/shared/text-schema';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import type { RequestKind } from '@campanero/contract/personal-data/request-schemas';
import type { PersonalDataRecord } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AddButton } from '../../../components/action-button.tsx';
import { ChangeDialog } from '../../../components/form/change-dialog.tsx';
import { IconDownload, IconPencil, IconPlayerPause, IconPlayerPlay } from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Inline } from '../../../components/layout.tsx';
import { ActionsMenu } from '../../../components/page/actions-menu.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { CardColumns } from '../../../components/page/section.tsx';
import { happenedText } from '../../../features/audit-log/audit-changes.ts';
import { ErasureCandidates, ErasureNote } from '../../../features/erasure/erasure-progress.tsx';
import { useReport } from '../../../features/exports/export-menu.tsx';
import { DO_NOT_CALL_DONE, personQuery, personScope, requestSaved } from '../../../features/personal-data/api.ts';
import { useOwnRequest } from '../../../features/personal-data/own-request.tsx';
import { PersonCalls, PersonCopies, PersonRecords } from '../../../features/personal-data/person-lists.tsx';
import {
  doNotCallAction,
  PersonFields,
  PersonFlags,
  PersonNumbers,
  PersonRequests,
} from '../../../features/personal-data/person-data.tsx';
import { isUndone } from '../../../features/personal-data/request-words.tsx';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';

const EraseDialog = later(async () => (await import('../../../features/erasure/erase-dialog.tsx')).EraseDialog);
const AuditDetailDialog = later(
  async () => (await import('../../../features/audit-log/audit-detail-dialog.tsx')).AuditDetailDialog,
);
const RequestDialog = later(() =>
  import('../../../features/personal-data/request-dialog.tsx').then((module) => module.RequestDialog),
);
const Rectification = later(() => import('./rectification.tsx').then((module) => module.Rectification));

const PERSON_FAILED = 'No fue posible cargar los datos de la persona. Inténtelo de nuevo o contacte con el soporte.';
const RECTIFY_FAILED = 'No fue posible guardar la rectificación. Inténtelo de nuevo o contacte con el soporte.';

export function PersonalDataPersonPage() {
  const id = useAddressId();
  const held = useQuery(personQuery(id));
  if (!held.data) return <PageState query={held} of="person" failed={PERSON_FAILED} />;
  return <PersonView key={id} held={held.data} />;
}

function PersonView({ held }: { held: PersonalDataRecord }) {
  const [opened, setOpened] = useState<AuditEntry>();
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  const navigate = useNavigate();
  const { id } = held.person;
  const title = held.name || (held.erasedAt ? 'Datos borrados' : 'Sin nombre');
  usePageTitle(title);
  const attended = useAttended(held);
  const report = useReport(id, paths.export);
  return (
    <>
      <PageHeader
        title={title}
        aside={<bdi>{id}</bdi>}
        action={
          <Inline>
            {!held.erasedAt && (
              <Button color="error" onClick={() => setDoing({ what: 'erase' })}>
                Borrar datos
              </Button>
            )}
            <AddButton onClick={() => setDoing({ what: 'request' })}>Registrar pedido</AddButton>
            {!held.erasedAt && (
              <ActionsMenu
                actions={[
                  { label: 'Rectificar', icon: IconPencil, run: () => setDoing({ what: 'rectify' }) },
                  {
                    label: reviewAction(held),
                    icon: held.inReview ? IconPlayerPlay : IconPlayerPause,
                    run: () => setDoing({ what: 'review' }),
                  },
                  { label: 'Hacer informe', icon: IconDownload, run: report },
                ]}
              />
            )}
          </Inline>
        }
      />
      <ErasureNote
        personId={id}
        erasedAt={held.erasedAt}
        requestLink={paths.dataRequest}
        isOpen={(requestId) => held.requests.some((asked) => asked.id === requestId && asked.state === 'ABIERTO')}
      />
      {held.erasedAt && <ErasureCandidates personId={id} />}
      {attended && (
        <Alert
          severity="info"
          sx={{ mb: 4 }}
          action={
            <Button size="small" component={Link} to={paths.dataRequest(attended.id)}>
              Volver al pedido
            </Button>
          }
        >
          Lo que corrija aquí cuenta para el pedido {attended.id}.
        </Alert>
      )}
      {held.inReview && (
        <Alert severity="warning" sx={{ mb: 4 }}>
          En revisión desde el {formatDateTime(held.inReview.since)}, por {held.inReview.userName}: mientras tanto no se
          entregan sus números a nadie.
        </Alert>
      )}
      <CardColumns>
        <div>
          <PersonFields held={held} />
          <PersonCalls personId={id} linkTo={(call) => paths.contact(call.campaign.id, call.id, call.number)} />
          <PersonRecords personId={id} describe={happenedText} onOpen={setOpened} />
        </div>
        <div>
          <PersonRequests held={held} linkTo={paths.dataRequest} />
          <PersonFlags held={held} onDoNotCall={() => setDoing({ what: 'doNotCall' })} />
          <PersonNumbers
            held={held}
            linkTo={paths.personalDataPerson}
            onRectify={(number, wrong) => setDoing({ what: 'number', number, wrong })}
          />
          <PersonCopies personId={id} campaignLink={paths.campaignDetail} />
        </div>
      </CardColumns>
      {doing?.what === 'erase' && <ErasePerson held={held} requestId={doing.requestId} onClose={stop} />}
      {opened && <AuditDetailDialog record={opened} onClose={() => setOpened(undefined)} />}
      {doing?.what === 'request' && (
        <RequestDialog
          person={{ id, name: held.name }}
          onClose={stop}
          // A request of erasure goes on with the erasure, which comes after what needs the data.
          onSaved={(requestId, kinds) =>
            !held.erasedAt && kinds.includes('SUPRESION') && !kinds.some(needsData)
              ? setDoing({ what: 'erase', requestId })
              : void navigate(paths.dataRequest(requestId))
          }
        />
      )}
      {doing && doing.what !== 'request' && doing.what !== 'erase' && (
        <Correction held={held} doing={doing} requestId={attended?.id} onClose={stop} />
      )}
    </>
  );
}

const needsData = (kind: RequestKind) => kind === 'ACCESO' || kind === 'RECTIFICACION';

function ErasePerson(props: { held: PersonalDataRecord; requestId: number | undefined; onClose: () => void }) {
  const { held, requestId, onClose } = props;
  const { id } = held.person;
  const ownRequest = useOwnRequest({ id, name: held.name });
  return <EraseDialog personId={id} {...{ requestId, ownRequest, onClose }} requestLink={paths.dataRequest} />;
}

/** The open request of rectification that linked here. */
function useAttended({ requests }: PersonalDataRecord) {
  const asked = useSearchParams()[0].get('request');
  return requests.find(
    ({ id, state, kinds }) =>
      String(id) === asked && state === 'ABIERTO' && kinds.some(({ kind }) => kind === 'RECTIFICACION'),
  );
}

type Doing =
  | { what: 'rectify' | 'review' | 'doNotCall' | 'request' }
  | { what: 'erase'; requestId?: number }
  | { what: 'number'; number: string; wrong: boolean };

interface CorrectionProps {
  held: PersonalDataRecord;
  doing: Doing;
  requestId: number | undefined;
  onClose: () => void;
}

function Correction({ held, doing, requestId, onClose }: CorrectionProps) {
  const { id } = held.person;
  const saved = { refetches: [personScope(id)] };
  const review = useEndpointMutation(contacts.review, saved);
  const rectifyNumber = useEndpointMutation(contacts.rectifyNumber, saved);
  const rectify = useEndpointMutation(contacts.rectify, { ...saved, evenIfRefused: true });
  const oppose = useEndpointMutation(personalData.markDoNotCall, requestSaved);
  if (doing.what === 'rectify') return <Rectification personId={id} requestId={requestId} onClose={onClose} />;
  const shared = { pendingText: 'Guardando…', schema: changeReason, failed: RECTIFY_FAILED, onClose };
  if (doing.what === 'number') {
    const { number, wrong } = doing;
    return (
      <ChangeDialog
        {...shared}
        title={wrong ? 'El número no es de esta persona' : 'El número es de esta persona'}
        action="Guardar"
        done="El número fue corregido."
        onConfirm={(reason) =>
          rectifyNumber.mutateAsync({ params: { id, phone: number }, body: { wrong, reason, requestId } })
        }
      >
        {wrong
          ? 'Se marca como equivocado. Si no es de nadie más, deja de llamarse en todas las campañas.'
          : 'Se quita la marca de equivocado: vuelve a poder llamarse, salvo que haya otro motivo.'}
      </ChangeDialog>
    );
  }
  if (doing.what === 'doNotCall') {
    const isSet = held.flags.some((flag) => flag.label === 'No llamar' && flag.isSet);
    const request = isSet
      ? undefined
      : held.requests.find((each) => each.state === 'ABIERTO' && isUndone(each, 'OPOSICION'));
    return (
      <ChangeDialog
        {...shared}
        schema={request ? undefined : changeReason}
        title={isSet ? 'Quitar la marca No llamar' : 'Marcar como No llamar'}
        action={doNotCallAction(isSet)}
        done={isSet ? 'La marca No llamar se quitó.' : DO_NOT_CALL_DONE}
        onConfirm={(reason) =>
          request
            ? oppose.mutateAsync({ params: { id: request.id }, body: { version: request.version } })
            : rectify.mutateAsync({ params: { id }, body: { doNotCall: !isSet, reason, version: held.person.version } })
        }
      >
        {isSet
          ? 'Sus números vuelven a poder llamarse, salvo que haya otro motivo.'
          : 'Sus números dejan de llamarse en todas las campañas.'}
        {request && ` Cuenta para el pedido ${request.id}.`}
      </ChangeDialog>
    );
  }
  const action = reviewAction(held);
  return (
    <ChangeDialog
      {...shared}
      title={action}
      action={action}
      done={held.inReview ? 'La revisión terminó.' : 'La persona quedó en revisión.'}
      onConfirm={(reason) => review.mutateAsync({ params: { id }, body: { inReview: !held.inReview, reason } })}
    >
      {held.inReview
        ? 'Sus números vuelven a poder entregarse, salvo que haya otro motivo para no llamarlos.'
        : 'Mientras dure, nadie recibe sus números en ninguna campaña; quien abra el contacto ve por qué.'}
    </ChangeDialog>
  );
}

const reviewAction = ({ inReview }: PersonalDataRecord) => (inReview ? 'Terminar la revisión' : 'Poner en revisión');
