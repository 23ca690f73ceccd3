import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect } from 'react';
import { SaveBar, SubmitButton } from '../../../components/form/save-bar.tsx';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { type CampaignChanges, useUpdateCampaign } from '../save-campaign.ts';
import { UPDATE_FAILED, UPDATED, updateFailed } from '../texts.ts';
import type { EditTabProps } from './edit-tabs.tsx';

interface TabFormProps {
  label: string;
  isDirty: boolean;
  isPending: boolean;
  /** Beside the buttons: what is to be corrected, or how far it has come. */
  status?: ReactNode;
  onSubmit: () => void;
  /** Takes back what was changed and not saved. */
  onUndo: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** A tab's card: its fields and the save bar; Guardar waits for a change and says so. */
export function TabForm({ label, isDirty, isPending, status, onSubmit, onUndo, wide = false, children }: TabFormProps) {
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isPending) onSubmit();
      }}
      sx={{ maxWidth: wide ? 960 : 800 }}
    >
      <Box sx={{ p: { xs: 4, sm: 6 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>{children}</Box>
      <SaveBar
        undo={
          isDirty && (
            <Button variant="text" onClick={onUndo} disabled={isPending} sx={{ color: 'text.secondary' }}>
              Deshacer cambios
            </Button>
          )
        }
        status={status}
      >
        <SubmitButton
          ready={isDirty}
          reason="Todavía no hay cambios que guardar."
          pending={isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

/** Says why a change was refused; a conflict is the page's affair, a lost session the API's. */
export function notifyRefusal(error: Error, onConflict: () => void): void {
  if (error instanceof ApiError && error.status === 401) return;
  if (error instanceof ApiError && error.code === 'CONFLICT') onConflict();
  else {
    const reason = errorText(error, '');
    notify.error(reason ? updateFailed(reason) : UPDATE_FAILED);
  }
}

interface SaveOptions {
  onDone?: (campaign: CampaignDetail) => void;
  /** The server's sentences about single fields. */
  onFields?: (fields: Record<string, string>) => void;
}

/** Saves a part of the campaign against the version the person has seen. */
export function useSaveTab({
  campaign,
  onSaved,
  onConflict,
}: Pick<EditTabProps, 'campaign' | 'onSaved' | 'onConflict'>) {
  const update = useUpdateCampaign(campaign.id, campaign.status);
  const save = (changes: CampaignChanges, { onDone, onFields }: SaveOptions = {}) =>
    update.mutate(
      { changes, version: campaign.version },
      {
        onSuccess: (saved) => {
          notify.success(UPDATED);
          onDone?.(saved);
          onSaved(saved);
        },
        onError: (error) => {
          if (error instanceof ApiError && Object.keys(error.fields).length > 0) onFields?.(error.fields);
          notifyRefusal(error, onConflict);
        },
      },
    );
  return { save, isPending: update.isPending };
}

/** Tells the page whether leaving would lose something. */
export function useDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
}
