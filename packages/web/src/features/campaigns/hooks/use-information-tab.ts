import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { useMemo } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type Resolver } from 'react-hook-form';
import { tabDraft, type EditTabProps } from '../edit-tab.ts';
import { missingFields } from '../texts.ts';
import { changedNames, useFollowBase } from './use-edit-form.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useRemovalNote } from './use-removal-note.ts';
import { useDirty, useSaveTab } from './use-save-tab.ts';

interface InformationTabOptions<V extends FieldValues, T extends FieldValues> {
  page: EditTabProps;
  valuesOf: (campaign: CampaignDetail) => V;
  resolver: Resolver<V, unknown, T>;
}

/** The Información tab, running or not: only what was changed is sent, and what was typed outlives a reload. */
export function useInformationTab<V extends FieldValues & { operators: number[] }, T extends FieldValues>({
  page,
  valuesOf,
  resolver,
}: InformationTabOptions<V, T>) {
  const { campaign, onDirty } = page;
  const base = useMemo(() => valuesOf(campaign), [campaign, valuesOf]);
  const form = useForm<V, unknown, T>({ resolver, mode: 'onTouched', defaultValues: base as DefaultValues<V> });
  useFollowBase(form, base);
  useFormDraft(form, base, tabDraft(campaign.id, 'information'));
  const { isDirty, errors } = form.formState;
  useDirty(isDirty, onDirty);
  const { save, isPending } = useSaveTab(page);
  const removal = useRemovalNote(campaign, form.watch('operators' as Path<V>));

  const submit = form.handleSubmit((valid) => {
    const changed = changedNames(form.getValues(), base);
    save(Object.fromEntries(changed.map((name) => [name, valid[name]])), {
      onDone: (saved) => form.reset(valuesOf(saved)),
      onFields: (fields) => {
        for (const [name, message] of Object.entries(fields))
          if (name in base) form.setError(name as Path<V>, { type: 'server', message });
      },
    });
  });
  const faulty = Object.keys(errors).length;
  const card = {
    label: 'Información',
    isDirty,
    isPending,
    status: faulty > 0 && missingFields(faulty),
    onSubmit: () => void submit(),
    onUndo: () => form.reset(base),
  };
  return { form, removal, card };
}
