import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { Box, Button, Paper } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { CHOOSE_FIRST, ConflictChoices } from '../../../components/form/conflict-choices.tsx';
import { SaveBar, SubmitButton } from '../../../components/form/save-bar.tsx';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { type RecordDraftState, useRecordDraft } from '../../../lib/record-draft.ts';
import { notify } from '../../../lib/snackbar.ts';
import { type CampaignChanges, useUpdateCampaign } from '../save-campaign.ts';
import { CAMPAIGN_UPDATE_FAILED, CAMPAIGN_UPDATED, updateFailed } from '../texts.ts';
import { type EditTab, type EditTabProps, tabDraft } from './edit-tabs.tsx';

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
  /** What somebody else changed meanwhile, to be chosen; the names of its fields, and their values in words. */
  draft: Pick<RecordDraftState<object>, 'conflicts' | 'choose' | 'isReady' | 'isUndecided'>;
  labels: Readonly<Record<string, string>>;
  inWords?: (field: string, value: unknown) => string;
  children: ReactNode;
}

/** A tab's card: its fields and the save bar; Guardar waits for a change and says so. */
export function TabForm({ label, isDirty, isPending, status, onSubmit, onUndo, wide = false, ...props }: TabFormProps) {
  const { draft, labels, inWords, children } = props;
  const isReady = draft.conflicts.length > 0 ? draft.isReady : isDirty;
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) onSubmit();
      }}
      sx={{ maxWidth: wide ? 960 : 800 }}
    >
      <Box sx={{ p: { xs: 4, sm: 6 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        {children}
        <ConflictChoices
          conflicts={draft.conflicts}
          labels={labels}
          {...(inWords && { inWords })}
          onChoose={draft.choose}
        />
      </Box>
      <SaveBar
        undo={
          isDirty && (
            <Button variant="text" onClick={onUndo} disabled={isPending} sx={{ color: 'text.secondary' }}>
              Deshacer cambios
            </Button>
          )
        }
        status={draft.isUndecided ? CHOOSE_FIRST : status}
      >
        <SubmitButton
          ready={isReady}
          reason={draft.isUndecided ? CHOOSE_FIRST : 'Todavía no hay cambios que guardar.'}
          pending={isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

/** Says why a change was refused; a lost session is the API's affair. */
export function notifyRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return;
  const reason = errorText(error, '');
  notify.error(reason ? updateFailed(reason) : CAMPAIGN_UPDATE_FAILED);
}

interface TabDraftOptions<V extends object> {
  page: EditTabProps;
  tab: EditTab;
  schema: z.ZodType<V>;
  valuesOf: (campaign: CampaignDetail) => V;
}

/** What was changed in a tab and not saved, and the way to save it. */
export function useTabDraft<V extends object>({ page, tab, schema, valuesOf }: TabDraftOptions<V>) {
  const { campaign, onDirty, reload } = page;
  const draft = useRecordDraft({ name: tabDraft(campaign.id, tab), schema, record: campaign, valuesOf, reload });
  useDirty(draft.isDirty, onDirty);
  const update = useUpdateCampaign(campaign.id, campaign.status);
  const [fields, setFields] = useState<Record<string, string>>({});
  const save = async (changesOf: (changes: Partial<V>) => CampaignChanges) => {
    setFields({});
    try {
      const isSaved = await draft.save(({ changes, version }) =>
        update.mutateAsync({ changes: changesOf(changes), version }),
      );
      if (isSaved) notify.success(CAMPAIGN_UPDATED);
    } catch (error) {
      if (error instanceof ApiError) setFields(error.fields);
      notifyRefusal(error);
    }
  };
  return { draft, save, isPending: update.isPending, /** The server's sentences about single fields. */ fields };
}

/** Tells the page whether leaving would lose something. */
export function useDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
}
