import { audience } from '@campanero/contract/audience/endpoints';
import type { AssignedOperator } from '@campanero/contract/audience/list-schemas';
import { ERRORS } from '@campanero/contract/errors';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Faint, Halves } from '../../../components/layout.tsx';
import { ErrorState } from '../../../components/page/messages.tsx';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { CheckList } from '../../../components/transfer-list/check-list.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { calls, NO_OPERATORS, REBALANCE_FAILED, rebalancedText, toCallText } from '../texts.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { assignedQuery, splitOptions } from './api.ts';
import { SplitBars, SplitDialog } from './split-dialog.tsx';
import { OVER_LIMIT, previewSplit } from './split-preview.ts';

interface RebalanceDialogProps {
  campaign: { id: number; name: string; validOperators: readonly { id: number; name: string }[] };
  onClose: () => void;
}

const COUNTING = 'Contando los llamados…';

const cannotCall = ({ disable, isMember }: AssignedOperator) => disable || !isMember;
const whyNotTheirs = (operator: AssignedOperator) =>
  operator.disable ? 'Deshabilitado · ' : operator.isMember ? '' : 'Fuera de la campaña · ';

function useRebalancing(campaign: RebalanceDialogProps['campaign']) {
  const assigned = useQuery(assignedQuery(campaign.id));
  const [chosenFrom, setFrom] = useState<number[]>();
  const [chosenTo, setTo] = useState<number[]>([]);

  const loaded = (assigned.data?.operators ?? [])
    .filter(({ pending }) => pending > 0)
    .toSorted((one, other) => Number(cannotCall(other)) - Number(cannotCall(one)));
  const from = chosenFrom ?? loaded.filter(cannotCall).map(({ id }) => id);
  const receivers = campaign.validOperators.filter(({ id }) => !from.includes(id));
  const to = receivers.filter(({ id }) => chosenTo.includes(id));
  const pendingOf = (id: number) => assigned.data?.operators.find((operator) => operator.id === id)?.pending ?? 0;
  const input = from.length > 0 ? { params: { id: campaign.id }, query: { from: from.join(',') } } : skipToken;
  const movable = useQuery(endpointQuery(['audience', campaign.id], audience.rebalanceable, input, { staleTime: 0 }));
  const total = movable.data?.total ?? 0;
  const failed = [assigned, movable].find(({ isError }) => isError);
  const shares = previewSplit(total, to, (id) => ({ pending: pendingOf(id), pace: null }));
  const whyNot = whyNotYet(from.length, to.length, movable.data?.total, shares);
  return { assigned, loaded, from, setFrom, receivers, to, setTo, pendingOf, total, failed, shares, whyNot };
}

/** Moves open calls between operators, split evenly; operators who can no longer call are preselected. */
export function RebalanceDialog({ campaign, onClose }: RebalanceDialogProps) {
  const { assigned, loaded, from, setFrom, receivers, to, setTo, pendingOf, total, failed, shares, whyNot } =
    useRebalancing(campaign);
  const rebalance = useEndpointMutation(audience.rebalance, { ...splitOptions(campaign.id), isRepeatable: true });
  const submit = () =>
    rebalance.mutate(
      { params: { id: campaign.id }, body: { from, to: to.map(({ id }) => id) } },
      {
        onSuccess: (done) => {
          notify.success(rebalancedText(done.total, done.operators.length));
          onClose();
        },
      },
    );
  const itemOf = (operator: { id: number; name: string }, before = '') => ({
    id: operator.id,
    name: operator.name,
    mark: <PersonAvatar name={operator.name} size={24} />,
    caption: assigned.data && `${before}${toCallText(pendingOf(operator.id))}`,
  });
  return (
    <SplitDialog
      title="Rebalancear"
      panes="minmax(0, 1.5fr) minmax(0, 1fr)"
      context={
        <>
          Lo que queda por llamar de <b>{campaign.name}</b> (nunca llamados, o a volver a llamar) pasa de unos
          operadores a otros, por igual. Los bloqueados y los que alguien tiene abiertos se quedan donde están.
        </>
      }
      inputPane={
        failed ? (
          <ErrorState message={errorText(failed.error, REBALANCE_FAILED)} onRetry={() => void failed.refetch()} />
        ) : (
          <Halves>
            <CheckList
              label="Salen de"
              items={loaded.map((operator) => itemOf(operator, whyNotTheirs(operator)))}
              chosen={from}
              onChange={setFrom}
              empty={assigned.isPending ? COUNTING : 'Ningún operador tiene llamados por hacer.'}
            />
            <CheckList
              label="Pasan a"
              items={receivers.map((operator) => itemOf(operator))}
              chosen={to.map(({ id }) => id)}
              onChange={setTo}
              empty={NO_OPERATORS}
            />
          </Halves>
        )
      }
      resultPane={
        to.length === 0 || from.length === 0 ? (
          <Faint>Aquí aparece cuántos llamados recibe cada uno.</Faint>
        ) : (
          <SplitBars shares={shares} />
        )
      }
      action="Rebalancear"
      amount={total}
      what={calls(total)}
      shares={shares}
      change={rebalance}
      failed={REBALANCE_FAILED}
      pendingText="Rebalanceando…"
      whyNot={whyNot}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function whyNotYet(from: number, to: number, movable: number | undefined, shares: readonly { isOver: boolean }[]) {
  if (from === 0) return 'Elija de qué operadores salen los llamados.';
  if (movable === undefined) return COUNTING;
  if (movable === 0) return ERRORS.NOTHING_TO_REBALANCE.es;
  if (to === 0) return 'Elija qué operadores los reciben.';
  return shares.some(({ isOver }) => isOver) ? OVER_LIMIT : undefined;
}
