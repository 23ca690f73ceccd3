import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Typography } from '@mui/material';
import { z } from 'zod';
import { ActionButton } from '../../components/action-button.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { Actions, Stacked } from '../../components/layout.tsx';
import { mayAccess } from '../../lib/can.ts';
import { useSendForm } from '../../lib/forms.ts';
import { useSession } from '../../lib/session.ts';
import { type CallKey, useReassignCall } from '../api.ts';
import { FINISHED, OPERATOR_FAILED, OPERATOR_SAVED, OPERATOR_UNCHANGED } from '../texts.ts';

type OperatorFormProps = { callKey: CallKey; campaign: CampaignDetail; detail: CallDetail };

/** Whose call it is. Managers give it to any operator; an operator takes it. */
export function OperatorTab(props: OperatorFormProps) {
  const session = useSession();
  const { operator, mayReassignTo } = props.detail;
  if (mayAccess('campaign.manage', session)) return <OperatorForm {...props} />;
  const isOwn = operator?.id === session?.userId;
  return (
    <Stacked sx={{ p: 4 }}>
      {isOwn ? 'Es suyo.' : <CurrentOperator detail={props.detail} />}
      {session && !isOwn && mayReassignTo && <TakeButton callKey={props.callKey} userId={session.userId} />}
    </Stacked>
  );
}

function TakeButton({ callKey, userId }: Pick<OperatorFormProps, 'callKey'> & { userId: number }) {
  const { mutate, isPending } = useReassignCall(callKey, { done: OPERATOR_SAVED, failed: OPERATOR_FAILED });
  return (
    <Actions>
      <ActionButton variant="contained" isPending={isPending} onClick={() => mutate({ operatorId: userId })}>
        Tomar el contacto
      </ActionButton>
    </Actions>
  );
}

const CurrentOperator = ({ detail: { operator } }: Pick<OperatorFormProps, 'detail'>) => (
  <Typography color="textSecondary">
    {operator ? (
      <>
        Asignado a <b style={{ fontWeight: 600 }}>{operator.name}</b>.
      </>
    ) : (
      'Sin operador asignado.'
    )}
  </Typography>
);

function OperatorForm({ callKey, campaign, detail }: OperatorFormProps) {
  const { operator: current, mayReassignTo } = detail;
  const isClosed = mayReassignTo === null;
  const reassign = useReassignCall(callKey);
  const { form, status } = useSendForm({
    rules: z.object({
      operatorId: z.number(OPERATOR_UNCHANGED).refine((id) => id !== current?.id, OPERATOR_UNCHANGED),
    }),
    // Nothing chosen: the operator that it has, also when a colleague changes that.
    defaults: { operatorId: null as number | null },
    mode: 'onSubmit',
    send: ({ operatorId }) => reassign.mutateAsync({ operatorId, from: current?.id }),
    failed: OPERATOR_FAILED,
    done: OPERATOR_SAVED,
    onSent: (sent) => sent.reset(),
  });
  return (
    <InlineForm
      status={status}
      action="Actualizar"
      pendingText="Actualizando…"
      locked={isClosed ? FINISHED : undefined}
      unchanged={OPERATOR_UNCHANGED}
      invalid={OPERATOR_UNCHANGED}
      sx={{ p: 4 }}
    >
      <CurrentOperator detail={detail} />
      <Bound form={form} name="operatorId">
        {({ value, ...field }) => (
          <ChoiceField
            {...field}
            label="Operador"
            options={campaign.validOperators}
            value={value ?? current?.id ?? null}
            valueName={current?.name}
            disabled={isClosed}
            placeholder="Elija un operador"
          />
        )}
      </Bound>
    </InlineForm>
  );
}
