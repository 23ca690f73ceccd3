import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import { type CallingDefault, callingDefaultBody } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Typography } from '@mui/material';
import { useId } from 'react';
import { z } from 'zod';
import { CallingRulesField } from '../../components/fields/calling-rules-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Bound } from '../../components/fields/text-input.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { Muted } from '../../components/layout.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { rulesSaved } from './api.ts';

const FAILED = 'No fue posible guardar las reglas de llamado, inténtelo de nuevo o contacte con el soporte.';

/** Any typed value: validated on saving. */
const typedRules = z.object({
  rules: z.custom<CallingDefault['rules']>((value) => typeof value === 'object' && value !== null),
  acrossCampaigns: z.boolean(),
});
const rules = callingDefaultBody.omit({ version: true });
const LABELS = { rules: 'Reglas', acrossCampaigns: 'Contar los llamados de todas las campañas' };
const inWords = (field: string, value: unknown) =>
  field === 'rules' ? rulesInWords(value as CallingDefault['rules']) : value ? 'Sí' : 'No';

type DefaultFormProps = { stored: CallingDefault; onReload: () => Promise<CallingDefault | undefined> };

export function DefaultForm({ stored, onReload }: DefaultFormProps) {
  const titleId = useId();
  const save = useEndpointMutation(callingRules.update, rulesSaved);
  const { form, status } = useRecordForm({
    name: 'calling-rules',
    schema: typedRules,
    rules,
    mode: 'onChange',
    record: stored,
    valuesOf: (record = stored) => ({ rules: record.rules, acrossCampaigns: record.acrossCampaigns }),
    reload: onReload,
    send: ({ values, version }) => save.mutateAsync({ body: { ...values, version } }),
    failed: FAILED,
    done: 'Las reglas de llamado fueron actualizadas.',
  });
  return (
    <FormPanel
      status={status}
      labelledBy={titleId}
      labels={LABELS}
      inWords={inWords}
      stays
      guard="Si sale ahora, los cambios de las reglas se pierden."
      hint={status.isDirty && !status.isValid ? 'Hay datos que corregir.' : undefined}
    >
      <div>
        <Typography variant="h2" id={titleId}>
          Reglas del sistema
        </Typography>
        <Muted sx={{ mt: 1 }}>
          Valen para todas las campañas que no tienen reglas propias. Registrar lo hablado se puede siempre.
          {stored.updatedAt && (
            <>
              {' '}
              Última modificación: <bdi>{formatDateTime(stored.updatedAt)}</bdi>, {stored.updatedBy}.
            </>
          )}
        </Muted>
      </div>
      <Bound form={form} name="rules">
        {({ value, onChange }) => (
          <CallingRulesField value={value} holidaysHint="Los de la lista de esta página." onChange={onChange} />
        )}
      </Bound>
      <Bound form={form} name="acrossCampaigns">
        {(field) => (
          <SwitchRow
            {...field}
            label="Contar los llamados de todas las campañas"
            hint="Los intentos y la pausa cuentan lo que se llamó al número desde cualquier campaña. Sin esto, cada campaña cuenta lo suyo."
          />
        )}
      </Bound>
    </FormPanel>
  );
}
