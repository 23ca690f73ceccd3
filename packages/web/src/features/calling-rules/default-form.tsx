import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import { type CallingDefault, callingDefaultBody } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useId } from 'react';
import { z } from 'zod';
import { CallingRulesField } from '../../components/fields/calling-rules-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { FIELD_GAP } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { rulesSaved } from './api.ts';

const SAVED = 'Las reglas de llamado fueron actualizadas.';
const FAILED = 'No fue posible guardar las reglas de llamado, inténtelo de nuevo o contacte con el soporte.';

const FAULTY = 'Hay datos que corregir.';

/** What is typed may be wrong for a while: rules are checked when they are saved. */
const typedRules = z.object({
  rules: z.custom<CallingDefault['rules']>((value) => typeof value === 'object' && value !== null),
  acrossCampaigns: z.boolean(),
});

interface DefaultFormProps {
  stored: CallingDefault;
  /** Somebody else saved in between: fetches theirs. */
  onReload: () => Promise<CallingDefault | undefined>;
}

const valuesOf = ({ rules, acrossCampaigns }: CallingDefault) => ({ rules, acrossCampaigns });
const LABELS = { rules: 'Reglas', acrossCampaigns: 'Contar los llamados de todas las campañas' };
const inWords = (field: string, value: unknown) =>
  field === 'rules' ? rulesInWords(value as CallingDefault['rules']) : value ? 'Sí' : 'No';

/** The system's rules. What was typed outlives a reload, and a newer version is never overwritten unawares. */
export function DefaultForm({ stored, onReload }: DefaultFormProps) {
  const titleId = useId();
  const draft = useRecordDraft({
    name: 'calling-rules',
    schema: typedRules,
    record: stored,
    valuesOf,
    reload: onReload,
  });
  const { values, isDirty } = draft;
  const save = useEndpointMutation(callingRules.update, rulesSaved);
  const isValid = callingDefaultBody.safeParse({ ...values, version: 0 }).success;
  const submit = async () => {
    if (!isValid || !draft.isReady || save.isPending) return;
    const isSaved = await draft
      .save((sent) => save.mutateAsync({ body: { ...sent.values, version: sent.version } }))
      // Said by the bar.
      .catch(() => false);
    if (isSaved) notify.success(SAVED);
  };
  return (
    <Paper
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <UnsavedGuard active={isDirty} what="Si sale ahora, los cambios de las reglas se pierden." />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: FIELD_GAP, px: { xs: 4, sm: 6 }, py: 5 }}>
        <div>
          <Typography variant="h2" id={titleId}>
            Reglas del sistema
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            Valen para todas las campañas que no tienen reglas propias. Registrar lo hablado se puede siempre.
            {stored.updatedAt && (
              <>
                {' '}
                Última modificación: <bdi>{formatDateTime(stored.updatedAt)}</bdi>, {stored.updatedBy}.
              </>
            )}
          </Typography>
        </div>
        <CallingRulesField value={values.rules} onChange={(rules) => draft.change({ rules })} />
        <SwitchRow
          label="Contar los llamados de todas las campañas"
          hint="Los intentos y la pausa cuentan lo que se llamó al número desde cualquier campaña. Sin esto, cada campaña cuenta lo suyo."
          checked={values.acrossCampaigns}
          onChange={(acrossCampaigns) => draft.change({ acrossCampaigns })}
        />
        <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
      </Box>
      <SaveBar
        undo={
          isDirty && (
            <Button variant="text" onClick={draft.discard} sx={{ color: 'text.secondary' }}>
              Deshacer
            </Button>
          )
        }
        note={save.error && draft.conflicts.length === 0 ? errorText(save.error, FAILED) : undefined}
        status={draft.isUndecided ? CHOOSE_FIRST : isDirty && !isValid ? FAULTY : undefined}
      >
        <SubmitButton
          ready={draft.isReady && isValid}
          reason={draft.isUndecided ? CHOOSE_FIRST : isDirty ? FAULTY : 'Todavía no hay cambios.'}
          pending={save.isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}
