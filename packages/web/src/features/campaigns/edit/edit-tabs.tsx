import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isOngoing, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { styled } from '@mui/material';
import { type ComponentProps, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { FormPanel } from '../../../components/form/form-panel.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { useRecordForm } from '../../../lib/forms.ts';
import { notify } from '../../../lib/snackbar.ts';
import { type CampaignChanges, useUpdateCampaign } from '../save-campaign.ts';
import { CAMPAIGN_UPDATE_FAILED, CAMPAIGN_UPDATED, updateFailed } from '../texts.ts';

const Dot = styled('span')(({ theme }) => ({
  width: 8,
  height: 8,
  borderRadius: '50%',
  marginInlineStart: 8,
  background: theme.palette.secondary.main,
}));

export const EDIT_TABS = ['information', 'place', 'form', 'states', 'scripts', 'survey'] as const;
export type EditTab = (typeof EDIT_TABS)[number];

const TAB_LABELS: Record<EditTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  form: 'Formulario',
  states: 'Estados',
  scripts: 'Script',
  survey: 'Relevamiento',
};

/** A dot marks tabs with unsaved changes. */
export const editTab = (key: EditTab, isUnsaved: boolean) => ({
  key,
  label: (
    <span>
      {TAB_LABELS[key]}
      {isUnsaved && <VisuallyHidden>, sin guardar</VisuallyHidden>}
    </span>
  ),
  icon: isUnsaved ? <Dot aria-hidden /> : undefined,
});

/** With an audience, place and form cannot change: their tabs are hidden (rule campaign-life/running). */
export const isRestricted = (status: CampaignStatus) => isOngoing({ status }) || status === 'CARGANDO AUDIENCIA';

export const tabsFor = (status: CampaignStatus): readonly EditTab[] =>
  isRestricted(status) ? EDIT_TABS.filter((tab) => tab !== 'place' && tab !== 'form') : EDIT_TABS;

/** Name of the draft. */
export const tabDraft = (campaignId: number, tab: EditTab) => `campaign-edit-${campaignId}-${tab}`;

export interface EditTabProps {
  campaign: CampaignDetail;
  onDirty: (isDirty: boolean) => void;
  reload: () => Promise<CampaignDetail | undefined>;
}

export const TabForm = (props: ComponentProps<typeof FormPanel>) => (
  <FormPanel unchanged="Todavía no hay cambios que guardar." stays gap={5} sx={{ maxWidth: 800 }} {...props} />
);

/** A lost session is handled by the API layer. */
export function notifyRefusal(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return;
  const reason = errorText(error, '');
  notify.error(reason ? updateFailed(reason) : CAMPAIGN_UPDATE_FAILED);
}

interface TabFormOptions<V extends FieldValues, T> {
  page: EditTabProps;
  tab: EditTab;
  schema: z.ZodType<V>;
  rules: z.ZodType<T, unknown>;
  valuesOf: (campaign: CampaignDetail) => V;
  changesOf: (changes: Partial<T>) => CampaignChanges;
}

export function useTabForm<V extends FieldValues, T>(options: TabFormOptions<V, T>) {
  const { page, tab, schema, rules, valuesOf, changesOf } = options;
  const { campaign, onDirty, reload } = page;
  const update = useUpdateCampaign(campaign.id, campaign.status);
  const [fields, setFields] = useState<Record<string, string>>({});
  const { form, draft, status } = useRecordForm({
    name: tabDraft(campaign.id, tab),
    schema,
    rules,
    record: campaign,
    valuesOf: (stored = campaign) => valuesOf(stored),
    reload,
    send: ({ changes, version }) => {
      setFields({});
      return update.mutateAsync({ changes: changesOf(changes), version });
    },
    failed: CAMPAIGN_UPDATE_FAILED,
    refusalOf: (error) => {
      if (error instanceof ApiError) setFields(error.fields);
      return notifyRefusal(error);
    },
    done: CAMPAIGN_UPDATED,
  });
  useDirty(draft.isDirty, onDirty);
  // Enabled while invalid: pressing it shows the errors.
  const isReady = draft.conflicts.length > 0 ? draft.isReady : draft.isDirty;
  return { form, draft, status: { ...status, isReady }, /** The server's sentences about single fields. */ fields };
}

export function useDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
}
