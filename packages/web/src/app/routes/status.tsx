import { status as api } from '@campanero/contract/status/endpoints';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Inline } from '../../components/layout.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { Section } from '../../components/page/section.tsx';
import { UpdatedAt } from '../../components/page/updated-at.tsx';
import { DatabaseCard, FindingList, NodesCard, QueuesCard, statusQuery } from '../../features/status/status-cards.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { PageState } from './page-state.tsx';

const TITLE = 'Estado del sistema';
const FAILED = 'No se pudo cargar el estado del sistema. Inténtelo de nuevo.';
const LOOK_FAILED = 'No se pudo pedir la comprobación. Inténtelo de nuevo.';

const inWords = (n: number) =>
  n === 0 ? 'Todo está en orden.' : n === 1 ? '1 asunto pide atención.' : `${n} asuntos piden atención.`;

export function StatusPage() {
  const status = useQuery(statusQuery());
  const { data, refetch, dataUpdatedAt, isRefetchError } = status;
  const look = useEndpointMutation(api.look, { replaces: statusQuery, failed: LOOK_FAILED });
  if (!data) return <PageState query={status} failed={FAILED} title={TITLE} />;
  const isLooking = data.isLooking || look.isPending;
  const nodeCount = data.nodes.filter(({ isAlive }) => isAlive).length;
  const toSee = data.findings.filter(({ state }) => state !== 'well');
  return (
    <>
      <PageHeader
        title={TITLE}
        aside={`Versión ${data.version}`}
        action={
          <Inline gap={3}>
            <UpdatedAt at={dataUpdatedAt} isStale={isRefetchError} onRefresh={() => void refetch()} />
            <Button aria-busy={isLooking} onClick={isLooking ? undefined : () => look.mutate()}>
              {isLooking ? 'Comprobando…' : 'Comprobar ahora'}
            </Button>
          </Inline>
        }
      />
      <Section title="Qué atender" note={<span role="status">{inWords(toSee.length)}</span>}>
        <FindingList
          findings={toSee.toSorted((a, b) => Number(b.state === 'bad') - Number(a.state === 'bad'))}
          nodeCount={nodeCount}
        />
      </Section>
      <Box sx={{ display: 'grid', columnGap: 4, gridTemplateColumns: { lg: 'repeat(3, minmax(0, 1fr))' } }}>
        <QueuesCard queues={data.queues} emptyQueues={data.emptyQueues} />
        <NodesCard nodes={data.nodes} />
        <DatabaseCard database={data.database} />
      </Box>
      <Section
        title="En orden"
        note="Cada nodo lo comprueba solo cada cinco minutos, y cada minuto mientras algo está mal."
      >
        <FindingList findings={data.findings.filter(({ state }) => state === 'well')} nodeCount={nodeCount} />
      </Section>
    </>
  );
}
