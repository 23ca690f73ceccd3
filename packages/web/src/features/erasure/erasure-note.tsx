import { ERASURE_STEPS } from '@campanero/contract/erasure/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { invalidate } from '../../lib/queries.ts';
import { erasureQuery } from './api.ts';

interface ErasureNoteProps {
  personId: number;
  erasedAt: string | null;
  requestLink: (requestId: number) => string;
  isOpen: (requestId: number) => boolean;
}

/** The progress or result of an erasure. */
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
          <Button size="small" variant="outlined" component={Link} to={requestLink(last.requestId)}>
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

/** Refreshes the page with each step of the job. */
function useFreshPage(personId: number, step: string | undefined, isShown: boolean) {
  const seen = useRef(step);
  useEffect(() => {
    if (step === undefined) return;
    const hasMoved = seen.current !== undefined && seen.current !== step;
    seen.current = step;
    if (hasMoved || (isShown && step !== 'PERSON')) void invalidate(['personal-data', 'person', personId]);
  }, [personId, step, isShown]);
}
