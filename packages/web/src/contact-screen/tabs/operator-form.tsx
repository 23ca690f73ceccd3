import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { type CallKey, useReassignCall } from '../api.ts';
import { FINISHED, OPERATOR_FAILED, OPERATOR_SAVED, OPERATOR_UNCHANGED } from '../texts.ts';

interface OperatorFormProps {
  callKey: CallKey;
  campaign: CampaignDetail;
  detail: CallDetail;
}

/** Shows the operator of the call and assigns another one. Operators can choose only themselves. */
export function OperatorForm({ callKey, campaign, detail }: OperatorFormProps) {
  const session = useSession();
  const self = session ? [{ id: session.userId, name: session.name }] : [];
  const { operator: current, mayReassignTo } = detail;
  const choices = mayReassignTo === 'operators' ? campaign.validOperators : self;
  const isClosed = mayReassignTo === null;
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const reassign = useReassignCall(callKey);
  const operatorId = chosenId ?? current?.id ?? null;
  const isChanged = operatorId !== null && operatorId !== current?.id;
  const submit = async () => {
    setTried(true);
    if (!isChanged || isClosed || reassign.isPending) return;
    setRefusal(undefined);
    try {
      await reassign.mutateAsync({ operatorId, from: current?.id ?? null });
      setChosenId(null);
      setTried(false);
      notify.success(OPERATOR_SAVED);
    } catch (error) {
      setRefusal(errorText(error, OPERATOR_FAILED));
    }
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ p: 4, display: 'grid', gap: 4, maxWidth: 480 }}
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
      <ChoiceField
        label="Operador"
        options={choices}
        value={operatorId}
        valueName={current?.name}
        disabled={isClosed}
        placeholder="Elija un operador"
        error={isTried && !isChanged ? OPERATOR_UNCHANGED : undefined}
        onChange={setChosenId}
      />
      <FormNote>{refusal}</FormNote>
      <div>
        <SubmitButton
          ready={isChanged && !isClosed}
          reason={isClosed ? FINISHED : OPERATOR_UNCHANGED}
          pending={reassign.isPending}
          pendingText="Actualizando…"
          onRefused={() => setTried(true)}
        >
          Actualizar
        </SubmitButton>
      </div>
    </Box>
  );
}
