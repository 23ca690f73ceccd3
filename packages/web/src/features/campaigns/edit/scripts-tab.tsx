import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { Alert } from '@mui/material';
import { z } from 'zod';
import { fileProgress } from '../../../components/files/file-list.tsx';
import { useDraftFiles } from '../../../lib/draft.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { useRecordForm } from '../../../lib/forms.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { campaignQuery } from '../api.ts';
import { useReplaceScripts } from '../save-campaign.ts';
import { ScriptDrop } from '../script-drop.tsx';
import { ScriptRow } from '../script-row.tsx';
import { CAMPAIGN_UPDATE_FAILED, SCRIPTS_UPDATED } from '../texts.ts';
import { type EditTabProps, notifyRefusal, tabDraft, TabForm, useDirty } from './edit-tabs.tsx';

const scriptChoice = z.object({
  removed: z.array(z.string()),
  /** Only names survive a reload. */
  fileNames: z.array(z.string()),
});
const NOTHING: z.infer<typeof scriptChoice> = { removed: [], fileNames: [] };

/** Present scripts stay unless removed. The draft holds only differences, so changes by others cannot conflict. */
export function ScriptsTab({ campaign, onDirty, reload }: EditTabProps) {
  const name = tabDraft(campaign.id, 'scripts');
  const [files, setFiles] = useDraftFiles(name);
  const replace = useReplaceScripts(campaign.id);
  const { queryKey } = campaignQuery(campaign.id);
  const undo = () => {
    setFiles([]);
    draft.discard();
    replace.reset();
  };
  const { draft, status } = useRecordForm({
    name,
    schema: scriptChoice,
    rules: scriptChoice,
    record: campaign,
    valuesOf: () => NOTHING,
    reload,
    send: async ({ version }) => {
      // Scripts that others added meanwhile stay.
      const links = keptOf(queryClient.getQueryData(queryKey) ?? campaign).map(({ link }) => link);
      const saved = await replace.mutateAsync({ kept: links, files, version });
      queryClient.setQueryData(queryKey, (now) => now && { ...now, ...saved });
    },
    failed: CAMPAIGN_UPDATE_FAILED,
    refusalOf: notifyRefusal,
    done: SCRIPTS_UPDATED,
    onSaved: undo,
  });
  const { removed, fileNames } = draft.values;
  const keptOf = ({ scripts }: Pick<CampaignDetail, 'scripts'>) =>
    scripts.filter(({ link }) => !removed.includes(link));
  const kept = keptOf(campaign);
  const lostFiles = fileNames.filter((known) => !files.some((file) => file.name === known));
  const isDirty = files.length > 0 || kept.length < campaign.scripts.length;
  useDirty(isDirty, onDirty);
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    const names = chosen.map((file) => file.name);
    draft.change({ fileNames: [...names, ...lostFiles.filter((lost) => !names.includes(lost))] });
  };
  const isFileFault = replace.error instanceof ApiError && /FILE|SCANNER|TOO_LARGE/.test(replace.error.code);
  return (
    <TabForm
      label="Script"
      status={{ ...status, isDirty, isReady: isDirty, undo }}
      hint={replace.isPending && files.length > 0 && `Enviando archivos: ${Math.round(replace.progress * 100)} %`}
    >
      {lostFiles.length > 0 && (
        <Alert severity="info">
          Los archivos no se conservan al recargar la página; vuelva a elegirlos: {lostFiles.join(', ')}.
        </Alert>
      )}
      <ScriptDrop
        campaignName={campaign.name}
        files={files}
        onChange={choose}
        kept={{
          count: kept.length,
          rows: kept.map((script) => (
            <ScriptRow
              key={script.id}
              script={script}
              previewOf={campaign.name}
              onRemove={replace.isPending ? undefined : () => draft.change({ removed: [...removed, script.link] })}
            />
          )),
        }}
        progress={replace.isPending ? fileProgress(files, replace.progress) : undefined}
        error={isFileFault ? errorText(replace.error) : undefined}
      />
    </TabForm>
  );
}
