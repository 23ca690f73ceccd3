import { blockLists } from '@campanero/contract/block-lists/endpoints';
import { LIST_FILES, type ListInformation } from '@campanero/contract/block-lists/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileMark } from '../../components/files/file-list.tsx';
import { upload } from '../../lib/files.ts';
import { useChange } from '../../lib/changes.ts';
import type { ChosenFile } from './preview-list.ts';

interface SentList {
  /** Into a list that exists; undefined: a new one. */
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

/** The same list again after a lost answer is the same load. Leaving, or Cancelar, breaks it off and the server keeps nothing. */
export function useUploadList() {
  const [share, setShare] = useState(0);
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const mutation = useChange(
    (list: SentList, options) => {
      const { file } = list.chosen;
      const form = new FormData();
      for (const [field, value] of Object.entries(fieldsOf(list))) form.append(field, String(value));
      form.append(LIST_FILES.field, file, file.name);
      running.current = new AbortController();
      setShare(0);
      return upload(blockLists.upload, { form, ...options, signal: running.current.signal, onProgress: setShare });
    },
    { isRepeatable: (list) => JSON.stringify([fieldsOf(list), fileMark(list.chosen.file)]), changes: ['block-lists'] },
  );
  return { ...mutation, share, cancel };
}
