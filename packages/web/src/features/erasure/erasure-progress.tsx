import {
  erasure,
  ERASURE_STEPS,
  type ErasureCandidate,
  CANDIDATE_REASONS,
} from '@campanero/contract/erasure/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { changeReason } from '@campanero/contract/shared/text-schema';
import { Alert, Box, Button } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { useSlice } from '../../components/table/pager.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointQuery, invalidate } from '../../lib/queries.ts';
import { erasureQuery, erasureScope } from './api.ts';

const FAILED = 'No se pudo guardar la decisión. Inténtelo de nuevo.';
const KEEP = { placeholderData: keepPreviousData };

export function ErasureCandidates({ personId }: { personId: number }) {
  const { query, pagerOf } = useSlice();
  const input = { params: { id: personId }, query };
  const { data } = useQuery(endpointQuery(erasureScope(personId), erasure.candidates, input, KEEP));
  const [deciding, setDeciding] = useState<{ candidate: ErasureCandidate; isKept: boolean }>();
  if (!data || data.totalElementsCount === 0) return null;
  const isOpen = data.candidates.some(({ decision }) => decision === null);
  return (
    <Section
      title="Puede tratarse de esta persona"
      aside={formatCount(data.totalElementsCount)}
      note={
        isOpen
          ? 'Estos textos y fichas tienen parte de su nombre, sus números u otros datos suyos y pueden ser de otra persona. El borrado termina cuando se decidió sobre cada uno.'
          : 'Lo que se decidió sobre cada uno. De lo que se borró no queda nada; lo demás sigue en su lugar.'
      }
    >
      <FigureRows>
        {data.candidates.map((candidate) => (
          <li key={candidate.id}>
            <CandidateText candidate={candidate} />
            {candidate.decision === null && (
              <Box sx={{ display: 'flex', gap: 2 }}>
                <Button size="small" onClick={() => setDeciding({ candidate, isKept: true })}>
                  Dejar
                </Button>
                <Button size="small" color="error" onClick={() => setDeciding({ candidate, isKept: false })}>
                  Borrar
                </Button>
              </Box>
            )}
          </li>
        ))}
      </FigureRows>
      {pagerOf(data.totalElementsCount)}
      {deciding && (
        <DecisionDialog
          key={deciding.candidate.id}
          personId={personId}
          {...deciding}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Section>
  );
}

function CandidateText({ candidate }: { candidate: ErasureCandidate }) {
  const { place, namedBy, excerpt, decision, reason, userName, decidedAt } = candidate;
  return (
    <div>
      <b>{place}</b> <span className="quiet">· por {CANDIDATE_REASONS[namedBy]}</span>
      {decision === null ? (
        <p>{excerpt === null ? 'Ya no está.' : `«${excerpt}»`}</p>
      ) : (
        <p>
          {decision === 'ERASE' ? 'Se borró.' : `Se dejó: ${reason}.`} {userName}
          {decidedAt && `, el ${formatDateTime(decidedAt)}`}.
        </p>
      )}
    </div>
  );
}

type DecisionDialogProps = { personId: number; candidate: ErasureCandidate; isKept: boolean; onClose: () => void };

function DecisionDialog({ personId, candidate, isKept, onClose }: DecisionDialogProps) {
  const decide = useEndpointMutation(erasure.decide, {
    // Also if another user decided first.
    refetches: [erasureScope(personId)],
    evenIfRefused: true,
  });
  const params = { id: candidate.id };
  const text = candidate.excerpt !== null && <Box sx={{ mt: 2, whiteSpace: 'pre-line' }}>«{candidate.excerpt}»</Box>;
  const isPerson = candidate.personId !== null;
  const what = isPerson ? 'la ficha' : 'el texto';
  if (isKept)
    return (
      <ChangeDialog
        title={`Dejar ${what}`}
        action="Dejar"
        pendingText="Guardando…"
        schema={changeReason}
        done="Queda como está."
        failed={FAILED}
        onConfirm={(reason) => decide.mutateAsync({ params, body: { decision: 'KEEP', reason } })}
        onClose={onClose}
      >
        {isPerson ? 'Es otra persona' : 'El texto no es sobre la persona'}, o tiene que quedar. Diga por qué, sin
        nombrarla: el motivo queda en el registro del borrado.
        {text}
      </ChangeDialog>
    );
  return (
    <ChangeDialog
      title={`Borrar ${what}`}
      action="Borrar"
      destructive
      pendingText="Borrando…"
      done={isPerson ? 'Se están borrando los datos de la ficha.' : 'El texto fue borrado.'}
      failed={FAILED}
      onConfirm={() => decide.mutateAsync({ params, body: { decision: 'ERASE' } })}
      onClose={onClose}
    >
      {isPerson
        ? 'Es la misma persona: se borran también los datos, números y llamados de esta ficha, por el mismo pedido.'
        : 'El texto es sobre la persona y se borra donde está.'}{' '}
      No se puede deshacer.
      {text}
    </ChangeDialog>
  );
}

interface ErasureNoteProps {
  personId: number;
  erasedAt: string | null;
  requestLink: (requestId: number) => string;
  isOpen: (requestId: number) => boolean;
}

export function ErasureNote({ personId, erasedAt, requestLink, isOpen }: ErasureNoteProps) {
  const { data } = useQuery(erasureQuery(personId));
  const last = data?.last;
  useFreshPage(personId, last?.step, erasedAt === null);
  if (!last)
    return erasedAt ? (
      <Alert severity="info" sx={{ mb: 4 }}>
        Los datos de esta persona se borraron el {formatDateTime(erasedAt)}, al terminar su plazo de conservación.
      </Alert>
    ) : null;
  const by =
    last.requestId === null ? (
      'por una anotación del diario de borrados'
    ) : (
      <>
        por el <Link to={requestLink(last.requestId)}>pedido {last.requestId}</Link>
      </>
    );
  const found = last.found.filter(({ count }) => count > 0);
  return (
    <Alert
      severity={last.undecided > 0 ? 'warning' : 'info'}
      role="status"
      sx={{ mb: 4, '& a:not(.MuiButton-root)': { color: 'inherit', fontWeight: 600 } }}
      action={
        last.finishedAt &&
        last.requestId !== null &&
        isOpen(last.requestId) && (
          <Button size="small" component={Link} to={requestLink(last.requestId)}>
            Responder y cerrar
          </Button>
        )
      }
    >
      {last.finishedAt ? (
        <>
          Los datos de esta persona se borraron el {formatDateTime(last.finishedAt)}, {by}.
        </>
      ) : (
        <>
          Los datos de esta persona se están borrando, {by}. {ERASURE_STEPS[last.step]}
          {last.step === 'REVIEW' && last.undecided > 0 && `: ${formatCount(last.undecided)}`}.
        </>
      )}{' '}
      Nombre, documento, números y los demás datos ya no están.
      {last.keepBlock && ' Los números que eran solo suyos quedaron como «No llamar», sin nombre.'}
      {found.length > 0 && (
        <Box sx={{ mt: 2 }}>
          El borrado alcanzó:
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 5 }}>
            {found.map(({ what, count }) => (
              <li key={what}>
                {what}: {formatCount(count)}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </Alert>
  );
}

function useFreshPage(personId: number, step: string | undefined, isShown: boolean) {
  const seen = useRef(step);
  useEffect(() => {
    if (step === undefined) return;
    const hasMoved = seen.current !== undefined && seen.current !== step;
    seen.current = step;
    if (hasMoved || (isShown && step !== 'PERSON')) void invalidate(['personal-data', 'person', personId]);
  }, [personId, step, isShown]);
}
