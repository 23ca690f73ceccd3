import { quickPanel } from '@campanero/contract/quick-panel/endpoints';
import type { Note, QuickPanelData } from '@campanero/contract/quick-panel/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const quickPanelQuery = () =>
  queryOptions({
    queryKey: ['quick-panel'] as const,
    queryFn: ({ signal }) => call(quickPanel.data, undefined, { signal }),
  });

/** The server's word shows at once; other devices hear of it by the socket. */
function useNotesChange() {
  const queryClient = useQueryClient();
  const { queryKey } = quickPanelQuery();
  return async (change: (notes: readonly Note[]) => Note[]) => {
    // An older answer on its way must not undo it.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<QuickPanelData>(queryKey, ({ events, notes } = { events: [], notes: [] }) => ({
      events,
      notes: change(notes),
    }));
    void queryClient.invalidateQueries({ queryKey });
  };
}

export function useAddNote() {
  const changeNotes = useNotesChange();
  return useMutation({
    mutationFn: (text: string) => call(quickPanel.addNote, { body: { text } }),
    onSuccess: (added) => changeNotes((notes) => [added, ...notes.filter(({ id }) => id !== added.id)]),
  });
}

export function useEditNote() {
  const changeNotes = useNotesChange();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; text: string; version: number }) =>
      call(quickPanel.editNote, { params: { id }, body }),
    onSuccess: (edited) => changeNotes((notes) => notes.map((note) => (note.id === edited.id ? edited : note))),
  });
}

/** Asks the server what a note says now. */
export function useFreshNote(noteId: number) {
  const queryClient = useQueryClient();
  return async () => {
    const { notes } = await queryClient.fetchQuery({ ...quickPanelQuery(), staleTime: 0 });
    return notes.find(({ id }) => id === noteId);
  };
}

export function useDeleteNote() {
  const changeNotes = useNotesChange();
  return useMutation({
    mutationFn: ({ id }: Note) => call(quickPanel.deleteNote, { params: { id } }),
    onSuccess: (_answer, { id }) => changeNotes((notes) => notes.filter((note) => note.id !== id)),
  });
}
