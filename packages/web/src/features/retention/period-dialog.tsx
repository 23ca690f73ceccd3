import type { KeptCampaign, RetentionView } from '@campanero/contract/retention/schemas';
import OutlinedInput from '@mui/material/OutlinedInput';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, FIELD_GAP, wireInput } from '../../components/fields/field.tsx';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useChangeKept, useChangeRetention } from './api.ts';

const FAILED = 'No se pudo guardar el plazo. Inténtelo de nuevo.';
const SAVED = 'El plazo fue guardado.';

interface MonthsFieldProps {
  value: string;
  onChange: (typed: string) => void;
}

function MonthsField({ value, onChange }: MonthsFieldProps) {
  return (
    <Field label="Meses después del fin de la campaña" help="De 1 a 120.">
      {(wiring) => (
        <OutlinedInput
          {...wireInput(wiring)}
          fullWidth
          autoComplete="off"
          inputMode="numeric"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** The period of every campaign that has none of its own. */
export function SystemPeriodDialog({ view, onClose }: { view: RetentionView; onClose: () => void }) {
  const change = useChangeRetention();
  const [months, setMonths] = useState(String(view.months));
  return (
    <ConfirmDialog
      open
      title="Plazo del sistema"
      action="Guardar"
      pending={change.isPending}
      pendingText="Guardando…"
      error={change.error ? errorText(change.error, FAILED) : undefined}
      onConfirm={() =>
        change.mutate(
          { months: Number(months), isPaused: view.isPaused },
          {
            onSuccess: () => {
              notify.success(SAVED);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <MonthsField value={months} onChange={setMonths} />
    </ConfirmDialog>
  );
}

const KINDS = [
  { id: 'system', name: 'Según el sistema' },
  { id: 'own', name: 'Un plazo propio' },
  { id: 'none', name: 'Sin plazo, con un motivo' },
] as const;
type Kind = (typeof KINDS)[number]['id'];

/** One campaign's own period, or none with the reason. */
export function CampaignPeriodDialog({ campaign, onClose }: { campaign: KeptCampaign; onClose: () => void }) {
  const change = useChangeKept();
  const [kind, setKind] = useState<Kind>(
    campaign.reason !== null ? 'none' : campaign.months === null ? 'system' : 'own',
  );
  const [months, setMonths] = useState(String(campaign.months ?? 24));
  const [reason, setReason] = useState(campaign.reason ?? '');
  const save = () =>
    change.mutate(
      { id: campaign.id, months: kind === 'own' ? Number(months) : null, reason: kind === 'none' ? reason : null },
      {
        onSuccess: () => {
          notify.success(SAVED);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={`Conservación de ${campaign.name}`}
      action="Guardar"
      pending={change.isPending}
      pendingText="Guardando…"
      error={change.error ? errorText(change.error, FAILED) : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: FIELD_GAP }}>
        <ChoiceField label="Plazo" options={KINDS} value={kind} onChange={(chosen) => setKind(chosen ?? 'system')} />
        {kind === 'own' && <MonthsField value={months} onChange={setMonths} />}
        {kind === 'none' && (
          <Field label="Motivo" help="Queda en la auditoría.">
            {(wiring) => (
              <OutlinedInput
                {...wireInput(wiring)}
                fullWidth
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        )}
      </Box>
    </ConfirmDialog>
  );
}
