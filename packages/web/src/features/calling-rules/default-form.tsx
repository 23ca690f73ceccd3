import { type CallingDefault, callingDefaultBody } from '@campanero/contract/calling-rules/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { z } from 'zod';
import { CallingRulesField } from '../../components/fields/calling-rules-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { FIELD_GAP } from '../../components/fields/field.tsx';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { useDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useSaveDefault } from './api.ts';

const SAVED = 'Las reglas de llamado fueron actualizadas.';
const FAILED = 'No fue posible guardar las reglas de llamado, inténtelo de nuevo o contacte con el soporte.';

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

/** The system's rules. What was typed outlives a reload, and a newer version is never overwritten unawares. */
export function DefaultForm({ stored, onReload }: DefaultFormProps) {
  const titleId = useId();
  const [draft, setDraft] = useDraft('calling-rules', typedRules);
  // The version the person has seen: what they type is judged against it.
  const [seen, setSeen] = useState(stored);
  if (seen.version !== stored.version && draft === undefined) setSeen(stored);
  const values = draft ?? { rules: seen.rules, acrossCampaigns: seen.acrossCampaigns };
  const save = useSaveDefault();
  const isDirty =
    JSON.stringify(values) !== JSON.stringify({ rules: seen.rules, acrossCampaigns: seen.acrossCampaigns });
  const asked = callingDefaultBody.safeParse({ ...values, version: seen.version });
  const isConflict = save.error instanceof ApiError && save.error.code === 'CONFLICT';
  const submit = () => {
    if (!asked.success || !isDirty || save.isPending) return;
    save.mutate(asked.data, {
      onSuccess: () => {
        notify.success(SAVED);
        setDraft(undefined);
      },
    });
  };
  return (
    <Paper
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
            {seen.updatedAt && (
              <>
                {' '}
                Última modificación: <bdi>{formatDateTime(seen.updatedAt)}</bdi>, {seen.updatedBy}.
              </>
            )}
          </Typography>
        </div>
        <CallingRulesField value={values.rules} onChange={(rules) => setDraft({ ...values, rules })} />
        <SwitchRow
          label="Contar los llamados de todas las campañas"
          hint="Los intentos y la pausa cuentan lo que se llamó al número desde cualquier campaña. Sin esto, cada campaña cuenta lo suyo."
          checked={values.acrossCampaigns}
          onChange={(acrossCampaigns) => setDraft({ ...values, acrossCampaigns })}
        />
      </Box>
      <SaveBar
        undo={
          isDirty && (
            <Button variant="text" onClick={() => setDraft(undefined)} sx={{ color: 'text.secondary' }}>
              Deshacer
            </Button>
          )
        }
        note={save.error ? errorText(save.error, FAILED) : undefined}
        noteAction={
          isConflict && (
            <Button
              size="small"
              onClick={() => {
                save.reset();
                void onReload().then((fresh) => fresh && setSeen(fresh));
              }}
            >
              Ver los cambios
            </Button>
          )
        }
        status={isDirty && !asked.success ? 'Hay datos que corregir.' : undefined}
      >
        <SubmitButton
          ready={isDirty && asked.success}
          reason={isDirty ? 'Hay datos que corregir.' : 'Todavía no hay cambios.'}
          pending={save.isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}
