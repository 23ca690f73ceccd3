import type { CampaignInformation } from '@campanero/contract/campaigns/write-schemas';
import { useMemo } from 'react';
import { useForm, type Path } from 'react-hook-form';
import { tabDraft, type EditTabProps } from '../../edit-tab.ts';
import { changedNames, useFollowBase } from '../../hooks/use-edit-form.ts';
import { useFormDraft } from '../../hooks/use-form-draft.ts';
import { useRemovalNote } from '../../hooks/use-removal-note.ts';
import { useDirty, useSaveTab } from '../../hooks/use-save-tab.ts';
import {
  informationOf,
  informationResolver,
  type InformationChoices,
  type InformationValues,
} from '../../information-form.ts';
import { missingFields } from '../../texts.ts';
import { InformationFields } from '../information-fields.tsx';
import { TabForm } from './tab-form.tsx';

interface InformationTabProps extends EditTabProps {
  choices: InformationChoices;
  externalOnly: boolean;
}

/** Before the campaign has an audience everything may change. */
export function InformationTab({ campaign, choices, externalOnly, onDirty, ...page }: InformationTabProps) {
  const base = useMemo(() => informationOf(campaign), [campaign]);
  const form = useForm<InformationValues, unknown, CampaignInformation>({
    resolver: informationResolver,
    mode: 'onTouched',
    defaultValues: base,
  });
  useFollowBase(form, base);
  useFormDraft(form, base, tabDraft(campaign.id, 'information'));
  const { isDirty, errors } = form.formState;
  useDirty(isDirty, onDirty);
  const { save, isPending } = useSaveTab({ campaign, ...page });
  const removal = useRemovalNote(campaign, form.watch('operators'));

  const submit = form.handleSubmit((valid) => {
    const changed = changedNames(form.getValues(), base);
    save(Object.fromEntries(changed.map((name) => [name, valid[name]])), {
      onDone: (saved) => form.reset(informationOf(saved)),
      onFields: (fields) => {
        for (const [name, message] of Object.entries(fields))
          if (name in base) form.setError(name as Path<InformationValues>, { type: 'server', message });
      },
    });
  });
  const faulty = Object.keys(errors).length;
  return (
    <TabForm
      label="Información"
      isDirty={isDirty}
      isPending={isPending}
      status={faulty > 0 && missingFields(faulty)}
      onSubmit={() => void submit()}
      onUndo={() => form.reset(base)}
    >
      <InformationFields
        form={form}
        choices={choices}
        externalOnly={externalOnly}
        known={{
          coordinator: campaign.coordinatorName,
          objective: campaign.objectiveName,
          operators: campaign.operators,
        }}
        operatorsHelp={removal}
      />
    </TabForm>
  );
}
