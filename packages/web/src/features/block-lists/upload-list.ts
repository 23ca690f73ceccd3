import { blockLists } from '@campanero/contract/block-lists/endpoints';
import { LIST_FILES, type ListInformation } from '@campanero/contract/block-lists/schemas';
import { fileMark } from '../../components/files/file-list.tsx';
import { upload } from '../../lib/files.ts';
import { useUpload } from '../../lib/use-upload.ts';
import type { ChosenFile } from './preview-list.ts';

interface SentList {
  target: { listId: number; replaces: boolean } | undefined;
  information: ListInformation;
  chosen: ChosenFile;
}

function fieldsOf({ target, information, chosen: { sheet, column } }: SentList) {
  const { name, kind, origin, dated } = information;
  return {
    ...(target ? { listId: target.listId, replaces: target.replaces ? '1' : '0' } : { name, kind }),
    origin,
    dated,
    ...(sheet !== undefined && { sheet }),
    ...(column !== undefined && { column: column + 1 }),
  };
}

/** Repeating the same upload after a lost answer gives the same load. */
export const useUploadList = () =>
  useUpload(
    (list: SentList, options) => {
      const { file } = list.chosen;
      const form = new FormData();
      for (const [field, value] of Object.entries(fieldsOf(list))) form.append(field, String(value));
      form.append(LIST_FILES.field, file, file.name);
      return upload(blockLists.upload, { form, ...options });
    },
    { isRepeatable: (list) => JSON.stringify([fieldsOf(list), fileMark(list.chosen.file)]), changes: ['block-lists'] },
  );
