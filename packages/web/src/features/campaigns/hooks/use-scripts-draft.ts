import { z } from 'zod';
import { useDraft, useDraftFiles } from '../../../lib/draft.ts';
import { tabDraft } from '../edit-tab.ts';

const scriptsDraft = z.object({
  /** Links of present scripts that go. */
  removed: z.array(z.string()),
  /** Their names tell what is missing after a reload. */
  fileNames: z.array(z.string()),
});

/** What was changed about the scripts and not saved; of files only the names outlive a reload. */
export function useScriptsDraft(campaignId: number) {
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
