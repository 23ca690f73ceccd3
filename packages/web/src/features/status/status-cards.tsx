import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { status, type StatusFinding, type StatusView } from '@campanero/contract/status/endpoints';
import { Box, Button, styled } from '@mui/material';
import { useState } from 'react';
import { fileSize } from '../../components/files/file-list.tsx';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../../components/icons.ts';
import { type Fact, FactList } from '../../components/page/fact-list.tsx';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { SoftTile } from '../../components/soft-chip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useNow } from '../../lib/clock.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { dotted } from '../../lib/text/dotted.ts';

const LIVE_MS = 5_000;
/** While the nodes check themselves. */
const LOOKING_MS = 1_500;

export const statusQuery = () =>
  endpointQuery('status', status.view, undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isLooking ? LOOKING_MS : LIVE_MS),
  });

const STATES = {
  well: { word: 'Bien', Icon: IconCircleCheck, tone: 'success' },
  note: { word: 'Nota', Icon: IconInfoCircle, tone: 'warning' },
  bad: { word: 'Mal', Icon: IconAlertTriangle, tone: 'danger' },
} as const;

function StateMark({ state }: { state: keyof typeof STATES }) {
  const { word, Icon, tone } = STATES[state];
  return (
    <SoftTile tone={tone} size={28}>
      <Icon size={16} stroke={2} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </SoftTile>
  );
}

/** In two columns where there is room; the text stays beside the mark. */
const FindingRows = styled(FigureRows)({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 26rem), 1fr))',
  '& > li': { flexWrap: 'nowrap', alignItems: 'flex-start' },
});

/** Capitalizes words, but not names of machines and folders. */
const asSentence = (text: string) => text.replace(/^\p{Ll}(?=\p{L}* )/u, (letter) => letter.toUpperCase());

/** A finding of all `nodeCount` nodes names none. */
export function FindingList({ findings, nodeCount }: { findings: readonly StatusFinding[]; nodeCount: number }) {
  const now = useNow().getTime();
  return (
    <FindingRows>
      {findings.map(({ state, about, says, advice, since, checkedAt, nodes }) => (
        <li key={[about, says].join()}>
          <StateMark state={state} />
          <div>
            <b>{about}</b>
            <Box sx={{ overflowWrap: 'anywhere' }}>{asSentence(says)}</Box>
            {advice && <p>{advice}</p>}
            <p>
              {dotted(
                state !== 'well' && since && `Desde ${formatDateTime(since)}`,
                checkedAt && `Comprobado hace ${lengthOf(now - Date.parse(checkedAt))}`,
                nodes.length < nodeCount && nodes.join(', '),
              )}
            </p>
          </div>
        </li>
      ))}
    </FindingRows>
  );
}

const MINUTE = 60_000;
/** «3 días 4 h», «2 h 10 min», «menos de 1 min» */
export function lengthOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days === 1 ? '1 día' : `${formatCount(days)} días`} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : 'menos de 1 min';
}

const ROLES: Record<string, string> = { all: 'Todo', web: 'Web', worker: 'Trabajos' };

export function NodesCard({ nodes }: Pick<StatusView, 'nodes'>) {
  const now = useNow().getTime();
  return (
    <Section title="Nodos" note="Cada uno da señal cada cinco segundos.">
      <FindingRows>
        {nodes.map(({ name, role, version, startedAt, seenAt, isAlive }) => (
          <li key={name}>
            <StateMark state={isAlive ? 'well' : 'bad'} />
            <div>
              <b>{name}</b>
              <p>
                {ROLES[role] ?? role} · versión {version}
              </p>
              <p>
                {isAlive
                  ? `En marcha hace ${lengthOf(now - Date.parse(startedAt))}`
                  : `No da señales desde ${formatDateTime(seenAt)}`}
              </p>
            </div>
          </li>
        ))}
        {nodes.length === 0 && <li>Todavía ninguno dio señal: espere unos segundos.</li>}
      </FindingRows>
    </Section>
  );
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <Box sx={{ px: 4, pb: 4 }}>
    <FactList facts={facts} />
  </Box>
);

export function DatabaseCard({ database }: Pick<StatusView, 'database'>) {
  const now = useNow().getTime();
  const { version, bytes, startedAt, connections, maxConnections, replicas } = database;
  return (
    <Section title="Base de datos">
      <Facts
        facts={[
          { label: 'PostgreSQL', value: version },
          { label: 'Tamaño', value: fileSize(bytes) },
          { label: 'En marcha', value: `hace ${lengthOf(now - Date.parse(startedAt))}` },
          { label: 'Conexiones', value: `${formatCount(connections)} de ${formatCount(maxConnections)}` },
          { label: 'Réplicas', value: replicas.length === 0 ? 'Ninguna' : formatCount(replicas.length) },
        ]}
      />
      {replicas.length > 0 && (
        <FigureRows aria-label="Réplicas">
          {replicas.map(({ name, address, state, isSynchronous, lagSeconds, lagBytes }) => (
            <li key={[name, address].join()}>
              <div>
                <b>{name}</b>
                <p>
                  {dotted(address, state, isSynchronous ? 'sincrónica' : 'asincrónica')}
                  {lagBytes !== null && ` · ${fileSize(lagBytes)} atrás`}
                  {lagSeconds !== null && `, ${Math.round(lagSeconds)} s`}
                </p>
              </div>
            </li>
          ))}
        </FigureRows>
      )}
    </Section>
  );
}

type Queue = StatusView['queues'][number];

const RETRY_FAILED = 'No se pudieron reintentar los trabajos. Inténtelo de nuevo.';
const DROP_FAILED = 'No se pudieron descartar los trabajos. Inténtelo de nuevo.';

const figuresOf = ({ waiting, running, failed, oldestSeconds }: Queue): string =>
  dotted(
    waiting > 0 &&
      `${formatCount(waiting)} en espera${oldestSeconds === null ? '' : ` (hasta ${lengthOf(oldestSeconds * 1000)})`}`,
    running > 0 && `${formatCount(running)} en marcha`,
    failed > 0 && formatCounted(failed, 'fallido', 'fallidos'),
  );

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
