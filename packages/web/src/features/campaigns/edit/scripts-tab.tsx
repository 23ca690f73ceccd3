import { SCRIPT_FILES } from '@campanero/contract/shared/files';
import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { FileDrop } from '../../../components/files/file-drop.tsx';
import { fileProgress } from '../../../components/files/file-list.tsx';
import { useDraft, useDraftFiles } from '../../../lib/draft.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { campaignQuery } from '../api.ts';
import { useReplaceScripts } from '../save-campaign.ts';
import { BlanksHint, PreviewButton } from '../script-preview.tsx';
import { ScriptRow } from '../script-row.tsx';
import { SCRIPT_ACCEPT, SCRIPT_HELP, SCRIPTS_UPDATED } from '../texts.ts';
import { type EditTabProps, tabDraft } from './edit-tabs.tsx';
import { TabForm, notifyRefusal, useDirty } from './tab-form.tsx';

/** Present scripts stay unless taken out; new ones join them, five in all. */
export function ScriptsTab({ campaign, onDirty, onSaved, onConflict }: EditTabProps) {
  const queryClient = useQueryClient();
  const { removed, files, lostFiles, ...draft } = useScriptsDraft(campaign.id);
  const replace = useReplaceScripts(campaign.id);
  const kept = campaign.scripts.filter(({ link }) => !removed.includes(link));
  const isDirty = files.length > 0 || kept.length < campaign.scripts.length;
  useDirty(isDirty, onDirty);

  const undo = () => {
    draft.clear();
    replace.reset();
  };
  const save = () =>
    replace.mutate(
      { kept: kept.map(({ link }) => link), files, version: campaign.version },
      {
        onSuccess: ({ scripts, version }) => {
          notify.success(SCRIPTS_UPDATED);
          undo();
          const saved = { ...campaign, scripts, version };
          queryClient.setQueryData(campaignQuery(campaign.id).queryKey, saved);
          onSaved(saved);
        },
        onError: (error) => notifyRefusal(error, onConflict),
      },
    );
  const isFileFault = replace.error instanceof ApiError && /FILE|SCANNER|TOO_LARGE/.test(replace.error.code);
  return (
    <TabForm
      label="Script"
      isDirty={isDirty}
      isPending={replace.isPending}
      status={replace.isPending && files.length > 0 && `Enviando archivos: ${Math.round(replace.progress * 100)} %`}
      onSubmit={save}
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
        accept={SCRIPT_ACCEPT}
        rules={SCRIPT_FILES}
        files={files}
        onChange={draft.choose}
        renderActions={(file) => <PreviewButton file={file} campaignName={campaign.name} />}
        kept={{
          count: kept.length,
          rows: kept.map((script) => (
            <ScriptRow
              key={script.id}
              script={script}
              previewOf={campaign.name}
              onRemove={replace.isPending ? undefined : () => draft.remove(script.link)}
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

/** What was changed about the scripts and not saved; of files only the names outlive a reload. */
function useScriptsDraft(campaignId: number) {
  const name = tabDraft(campaignId, 'scripts');
  const [draft, setDraft] = useDraft(name, scriptsDraft);
  const [files, setFiles] = useDraftFiles(name);
  const { removed = [], fileNames = [] } = draft ?? {};
  const lostFiles = fileNames.filter((known) => !files.some((file) => file.name === known));
  return {
    removed,
    files,
    lostFiles,
    remove: (link: string) => setDraft({ removed: [...removed, link], fileNames }),
    choose: (chosen: readonly File[]) => {
      setFiles(chosen);
      const names = chosen.map((file) => file.name);
      setDraft({ removed, fileNames: [...names, ...lostFiles.filter((lost) => !names.includes(lost))] });
    },
    clear: () => {
      setFiles([]);
      setDraft(undefined);
    },
  };
}
