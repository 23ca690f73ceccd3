import { ERASURE_STEPS } from '@campanero/contract/erasure/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { erasureQuery } from './api.ts';

interface ErasureNoteProps {
  personId: number;
  erasedAt: string | null;
}

/** On the page of a person whose data were erased or are being erased: by which request, when, and what was found. */
export function ErasureNote({ personId, erasedAt }: ErasureNoteProps) {
  const { data } = useQuery(erasureQuery(personId));
  const last = data?.last;
  if (!last)
    return erasedAt ? (
      <Alert severity="info" sx={{ mb: 4 }}>
        Los datos de esta persona se borraron el {formatDateTime(erasedAt)}.
      </Alert>
    ) : null;
  const found = last.found
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${what}: ${formatCount(count)}`)
    .join(' · ');
  return (
    <Alert severity="info" role="status" sx={{ mb: 4 }}>
      {last.finishedAt
        ? `Datos borrados por el pedido ${last.requestId ?? 'anotado en el diario'} el ${formatDateTime(last.finishedAt)}.`
        : `Borrado por el pedido ${last.requestId ?? 'anotado en el diario'} en marcha. ${ERASURE_STEPS[last.step]}.`}
      {found && <div>{found}</div>}
    </Alert>
  );
}
