import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { status } from '@campanero/contract/status/endpoints';
import type { StatusView } from '@campanero/contract/status/schemas';
import { Button } from '@mui/material';
import { useState } from 'react';
import { ChangeDialog } from '../../components/form/reason-dialog.tsx';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { lengthOf, statusQuery } from './status-cards.tsx';

type Queue = StatusView['queues'][number];

const RETRY_FAILED = 'No se pudieron reintentar los trabajos. Inténtelo de nuevo.';
const DROP_FAILED = 'No se pudieron descartar los trabajos. Inténtelo de nuevo.';

function figuresOf({ waiting, running, failed, oldestSeconds }: Queue): string {
  return [
    waiting > 0 &&
      `${formatCount(waiting)} en espera${oldestSeconds === null ? '' : ` (hasta ${lengthOf(oldestSeconds * 1000)})`}`,
    running > 0 && `${formatCount(running)} en marcha`,
    failed > 0 && formatCounted(failed, 'fallido', 'fallidos'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Failed jobs can be retried, or dropped after a confirmation. */
export function QueuesCard({ queues, emptyQueues }: Pick<StatusView, 'queues' | 'emptyQueues'>) {
  const retry = useEndpointMutation(status.retryFailed, { replaces: statusQuery, failed: RETRY_FAILED });
  const drop = useEndpointMutation(status.dropFailed, { replaces: statusQuery });
  const [dropped, setDropped] = useState<Queue>();
  const tryAgain = ({ name, title }: Queue) =>
    retry.mutate(
      { params: { name } },
      { onSuccess: () => notify.success(`Los trabajos fallidos de «${title}» vuelven a empezar.`) },
    );
  return (
    <Section
      title="Colas de trabajos"
      note={
        queues.length === 0
          ? 'Todas están vacías.'
          : `${formatCounted(emptyQueues, 'cola está vacía', 'colas están vacías')} y no se muestran. Lo fallido se guarda una semana.`
      }
    >
      <FigureRows aria-label="Colas">
        {queues.map((queue) => (
          <li key={queue.name}>
            <div>
              <b>{queue.title}</b>
              <p>{figuresOf(queue)}</p>
              {queue.lastFailure && (
                <p>
                  Última falla, {formatDateTime(queue.lastFailure.at)}: {queue.lastFailure.reason}
                </p>
              )}
            </div>
            {queue.failed > 0 && (
              <>
                <Button
                  size="small"
                  aria-label={`Reintentar los fallidos de ${queue.title}`}
                  aria-busy={retry.isPending}
                  onClick={retry.isPending ? undefined : () => tryAgain(queue)}
                >
                  Reintentar
                </Button>
                <Button
                  size="small"
                  aria-label={`Descartar los fallidos de ${queue.title}`}
                  onClick={() => setDropped(queue)}
                >
                  Descartar
                </Button>
              </>
            )}
          </li>
        ))}
      </FigureRows>
      <ChangeDialog
        open={dropped !== undefined}
        title="Descartar trabajos fallidos"
        action="Descartar"
        destructive
        pendingText="Descartando…"
        done={`Los trabajos fallidos de «${dropped?.title}» fueron descartados.`}
        failed={DROP_FAILED}
        onConfirm={() => drop.mutateAsync({ params: { name: dropped!.name } })}
        onClose={() => setDropped(undefined)}
      >
        Se quitan los trabajos fallidos de <b>{dropped?.title}</b>: lo que iban a hacer no se hace, y no se puede
        deshacer.
      </ChangeDialog>
    </Section>
  );
}
