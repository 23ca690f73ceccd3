import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { SCRIPT_FILES } from '@campanero/contract/shared/files';
import { Alert } from '@mui/material';
import { z } from 'zod';
import { FileDrop } from '../../../components/files/file-drop.tsx';
import { fileProgress } from '../../../components/files/file-list.tsx';
import { useDraftFiles } from '../../../lib/draft.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useRecordDraft } from '../../../lib/record-draft.ts';
import { notify } from '../../../lib/snackbar.ts';
import { campaignQuery } from '../api.ts';
import { useReplaceScripts } from '../save-campaign.ts';
import { BlanksHint, PreviewButton } from '../script-preview.tsx';
import { ScriptRow } from '../script-row.tsx';
import { SCRIPT_HELP, SCRIPTS_UPDATED } from '../texts.ts';
import { type EditTabProps, tabDraft } from './edit-tabs.tsx';
import { TabForm, notifyRefusal, useDirty } from './tab-form.tsx';

/** Present scripts stay unless taken out; new ones join them, five in all. */
export function ScriptsTab(page: EditTabProps) {
  const { campaign, onDirty } = page;
  const { removed, files, lostFiles, draft, ...choice } = useScriptsDraft(page);
  const replace = useReplaceScripts(campaign.id);
  const keptOf = ({ scripts }: Pick<CampaignDetail, 'scripts'>) =>
    scripts.filter(({ link }) => !removed.includes(link));
  const kept = keptOf(campaign);
  const isDirty = files.length > 0 || kept.length < campaign.scripts.length;
  useDirty(isDirty, onDirty);

  const undo = () => {
    choice.clear();
    replace.reset();
  };
  const { queryKey } = campaignQuery(campaign.id);
  const save = async () => {
    try {
      await draft.save(async ({ version }) => {
        // Scripts that somebody else added meanwhile stay.
        const links = keptOf(queryClient.getQueryData(queryKey) ?? campaign).map(({ link }) => link);
        const saved = await replace.mutateAsync({ kept: links, files, version });
        queryClient.setQueryData(queryKey, (now) => now && { ...now, ...saved });
      });
      notify.success(SCRIPTS_UPDATED);
      undo();
    } catch (error) {
      notifyRefusal(error);
    }
  };
  const isFileFault = replace.error instanceof ApiError && /FILE|SCANNER|TOO_LARGE/.test(replace.error.code);
  return (
    <TabForm
      label="Script"
      isDirty={isDirty}
      isPending={replace.isPending}
      status={replace.isPending && files.length > 0 && `Enviando archivos: ${Math.round(replace.progress * 100)} %`}
      draft={draft}
      labels={NO_LABELS}
      onSubmit={() => void save()}
      onUndo={undo}
    >
      {lostFiles.length > 0 && (
        <Alert severity="info">
          Los archivos no se conservan al recargar la página; vuelva a elegirlos: {lostFiles.join(', ')}.
        </Alert>
      )}
      <FileDrop
        label="Arrastre aquí los scripts de la campaña"
        help={SCRIPT_HELP}
        rules={SCRIPT_FILES}
        files={files}
        onChange={choice.choose}
        renderActions={(file) => <PreviewButton file={file} campaignName={campaign.name} />}
        kept={{
          count: kept.length,
          rows: kept.map((script) => (
            <ScriptRow
              key={script.id}
              script={script}
              previewOf={campaign.name}
              onRemove={replace.isPending ? undefined : () => choice.remove(script.link)}
            />
          )),
        }}
        progress={
          replace.isPending
            ? fileProgress(
                files.map(({ size }) => size),
                replace.progress,
              )
            : undefined
        }
        error={isFileFault ? errorText(replace.error) : undefined}
      />
      <BlanksHint />
    </TabForm>
  );
}

const scriptsDraft = z.object({
  /** Links of present scripts that go. */
  removed: z.array(z.string()),
  /** Their names tell what is missing after a reload. */
  fileNames: z.array(z.string()),
});

const NOTHING = { removed: [] as string[], fileNames: [] as string[] };
const NO_LABELS = {};

/**
 * What was changed about the scripts and not saved; of files only the names outlive a reload. It names what goes and what
 * comes, so nothing that somebody else changes can contradict it.
 */
function useScriptsDraft({ campaign, reload }: EditTabProps) {
  const name = tabDraft(campaign.id, 'scripts');
  const draft = useRecordDraft({ name, schema: scriptsDraft, record: campaign, valuesOf: () => NOTHING, reload });
  const [files, setFiles] = useDraftFiles(name);
  const { removed, fileNames } = draft.values;
  const lostFiles = fileNames.filter((known) => !files.some((file) => file.name === known));
  return {
    draft,
    removed,
    files,
    lostFiles,
    remove: (link: string) => draft.change({ removed: [...removed, link] }),
    choose: (chosen: readonly File[]) => {
      setFiles(chosen);
      const names = chosen.map((file) => file.name);
      draft.change({ fileNames: [...names, ...lostFiles.filter((lost) => !names.includes(lost))] });
    },
    clear: () => {
      setFiles([]);
      draft.discard();
    },
  };
}
