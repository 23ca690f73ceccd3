import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Typography } from '@mui/material';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { useSendForm } from '../../lib/forms.ts';
import { useSession } from '../../lib/session.ts';
import { type CallKey, useReassignCall } from '../api.ts';
import { FINISHED, OPERATOR_FAILED, OPERATOR_SAVED, OPERATOR_UNCHANGED } from '../texts.ts';

type OperatorFormProps = { callKey: CallKey; campaign: CampaignDetail; detail: CallDetail };

/** Shows the operator of the call and assigns another one. Operators can choose only themselves. */
export function OperatorForm({ callKey, campaign, detail }: OperatorFormProps) {
  const session = useSession();
  const self = session ? [{ id: session.userId, name: session.name }] : [];
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
      isAtStart
      sx={{ p: 4, maxWidth: 480 }}
    >
      <Typography color="textSecondary">
        {current ? (
          <>
            Asignado a <b style={{ fontWeight: 600 }}>{current.name}</b>.
          </>
        ) : (
          'Sin operador asignado.'
        )}
      </Typography>
      <Bound form={form} name="operatorId">
        {({ value, ...field }) => (
          <ChoiceField
            {...field}
            label="Operador"
            options={mayReassignTo === 'operators' ? campaign.validOperators : self}
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
