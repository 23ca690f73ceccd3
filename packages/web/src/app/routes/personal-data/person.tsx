import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { contacts } from '@campanero/contract/contacts/endpoints';
import { changeReason } from '@campanero/contract/contacts/schemas';
import type { PersonalDataRecord } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ReasonDialog } from '../../../components/form/reason-dialog.tsx';
import { IconPencil } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { CardColumns } from '../../../components/page/section.tsx';
import { happenedText } from '../../../features/audit-log/audit-changes.ts';
import { AuditDetailDialog } from '../../../features/audit-log/audit-detail-dialog.tsx';
import { EraseDialog } from '../../../features/erasure/erase-dialog.tsx';
import { ErasureCandidates } from '../../../features/erasure/erasure-candidates.tsx';
import { ErasureNote } from '../../../features/erasure/erasure-note.tsx';
import { ReportExport } from '../../../features/exports/export-menu.tsx';
import { personQuery, personScope } from '../../../features/personal-data/api.ts';
import { PersonCalls } from '../../../features/personal-data/person-calls.tsx';
import { PersonCopies } from '../../../features/personal-data/person-copies.tsx';
import { PersonFields, PersonFlags, PersonNumbers } from '../../../features/personal-data/person-data.tsx';
import { PersonRecords } from '../../../features/personal-data/person-records.tsx';
import { PersonRequests } from '../../../features/personal-data/person-requests.tsx';
import { RequestDialog } from '../../../features/personal-data/request-dialog.tsx';
import { PERSON_FAILED, RECTIFY_FAILED } from '../../../features/personal-data/texts.ts';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';
import { Rectification } from './rectification.tsx';

/** Everything that is held of one person, on one page. */
export function PersonalDataPersonPage() {
  const id = useAddressId();
  const held = useQuery(personQuery(id));
  if (!held.data) return <PageState query={held} of="person" failed={PERSON_FAILED} />;
  return <PersonView key={id} held={held.data} />;
}

function PersonView({ held }: { held: PersonalDataRecord }) {
  const [opened, setOpened] = useState<AuditEntry>();
  const [isErasing, setIsErasing] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const navigate = useNavigate();
  const { id } = held.person;
  const title = held.name || (held.erasedAt ? 'Datos borrados' : 'Sin nombre');
  usePageTitle(title);
  const attended = useAttended(held);
  return (
    <>
      <PageHeader
        title={title}
        aside={<bdi>{id}</bdi>}
        action={
          // What can be done about the person's data; the gravest comes last. Of an erased person nothing is left to do.
          !held.erasedAt && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <ReportExport personId={id} linkTo={paths.export} />
              <Button variant="outlined" onClick={() => setDoing({ what: 'review' })}>
                {held.inReview ? 'Terminar la revisión' : 'Poner en revisión'}
              </Button>
              <Button
                variant="outlined"
                startIcon={<IconPencil size={18} stroke={1.75} aria-hidden />}
                onClick={() => setDoing({ what: 'rectify' })}
              >
                Rectificar
              </Button>
              <Button variant="outlined" color="error" onClick={() => setIsErasing(true)}>
                Borrar datos
              </Button>
            </Box>
          )
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
          <PersonRequests held={held} linkTo={paths.dataRequest} onCreate={() => setDoing({ what: 'request' })} />
          <PersonFlags held={held} />
          <PersonNumbers
            held={held}
            linkTo={paths.personalDataPerson}
            onRectify={(number, wrong) => setDoing({ what: 'number', number, wrong })}
          />
          <PersonCopies personId={id} campaignLink={paths.campaignDetail} />
        </div>
      </CardColumns>
      {isErasing && (
        <EraseDialog
          personId={id}
          requestLink={paths.dataRequest}
          onRequest={() => {
            setIsErasing(false);
            setDoing({ what: 'request', kind: 'SUPRESION' });
          }}
          onClose={() => setIsErasing(false)}
        />
      )}
      {opened && <AuditDetailDialog record={opened} onClose={() => setOpened(undefined)} />}
      {doing?.what === 'request' && (
        <RequestDialog
          person={{ id, name: held.name }}
          kind={doing.kind}
          onClose={() => setDoing(undefined)}
          onSaved={(requestId) => {
            if (doing.kind === undefined) return void navigate(paths.dataRequest(requestId));
            // Asked for on the way to erasing: there it goes on.
            setDoing(undefined);
            setIsErasing(true);
          }}
        />
      )}
      {doing && doing.what !== 'request' && (
        <Correction held={held} doing={doing} requestId={attended?.id} onClose={() => setDoing(undefined)} />
      )}
    </>
  );
}

/** The open request of rectification from whose page one came. */
function useAttended({ requests }: PersonalDataRecord) {
  const asked = useSearchParams()[0].get('request');
  return requests.find(
    ({ id, state, kinds }) =>
      String(id) === asked && state === 'ABIERTO' && kinds.some(({ kind }) => kind === 'RECTIFICACION'),
  );
}

type Doing =
  | { what: 'rectify' | 'review' }
  | { what: 'request'; kind?: 'SUPRESION' }
  | { what: 'number'; number: string; wrong: boolean };

interface CorrectionProps {
  held: PersonalDataRecord;
  doing: Doing;
  /** The request of rectification that is being attended. */
  requestId: number | undefined;
  onClose: () => void;
}

/** What is put right about the person, each with its reason. */
function Correction({ held, doing, requestId, onClose }: CorrectionProps) {
  const { id } = held.person;
  const saved = { refetches: [personScope(id)] };
  const review = useEndpointMutation(contacts.review, saved);
  const rectifyNumber = useEndpointMutation(contacts.rectifyNumber, saved);
  if (doing.what === 'number') {
    const { number, wrong } = doing;
    return (
      <ReasonDialog
        title={wrong ? 'El número no es de esta persona' : 'El número es de esta persona'}
        action="Guardar"
        pendingText="Guardando…"
        schema={changeReason}
        done="El número fue corregido."
        failed={RECTIFY_FAILED}
        onConfirm={(reason) =>
          rectifyNumber.mutateAsync({ params: { id, phone: number }, body: { wrong, reason, requestId } })
        }
        onClose={onClose}
      >
        {wrong
          ? 'Se marca como equivocado. Si no es de nadie más, deja de llamarse en todas las campañas.'
          : 'Se quita la marca de equivocado: vuelve a poder llamarse, salvo que haya otro motivo.'}
      </ReasonDialog>
    );
  }
  if (doing.what === 'review')
    return (
      <ReasonDialog
        title={held.inReview ? 'Terminar la revisión' : 'Poner en revisión'}
        action={held.inReview ? 'Terminar la revisión' : 'Poner en revisión'}
        pendingText="Guardando…"
        schema={changeReason}
        done={held.inReview ? 'La revisión terminó.' : 'La persona quedó en revisión.'}
        failed={RECTIFY_FAILED}
        onConfirm={(reason) => review.mutateAsync({ params: { id }, body: { inReview: !held.inReview, reason } })}
        onClose={onClose}
      >
        {held.inReview
          ? 'Sus números vuelven a poder entregarse, salvo que haya otro motivo para no llamarlos.'
          : 'Mientras dure, nadie recibe sus números en ninguna campaña; quien abra el contacto ve por qué.'}
      </ReasonDialog>
    );
  return <Rectification personId={id} requestId={requestId} onClose={onClose} />;
}
