import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { useEffect } from 'react';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { type CampaignChanges, useUpdateCampaign } from '../api/update-campaign.ts';
import type { EditTabProps } from '../edit-tab.ts';
import { UPDATE_FAILED, UPDATED, updateFailed } from '../texts.ts';

/** Says why a change was refused; a conflict is the page's affair, a lost session the API's. */
export function tellRefusal(error: Error, onConflict: () => void): void {
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
          tellRefusal(error, onConflict);
        },
      },
    );
  return { save, isPending: update.isPending };
}

/** Tells the page whether leaving would lose something. */
export function useDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
}
