import { quickPanel } from '@campanero/contract/quick-panel/endpoints';
import type { Note } from '@campanero/contract/quick-panel/schemas';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointQuery, invalidate } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

export const quickPanelQuery = () => endpointQuery('quick-panel', quickPanel.data);

/** Shows the server's answer at once; other devices are informed by the socket. */
async function changeNotes(change: (notes: readonly Note[]) => Note[]) {
  const { queryKey } = quickPanelQuery();
  // An earlier answer must not undo it.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (before) => ({
    events: before?.events ?? [],
    notes: change(before?.notes ?? []),
  }));
  void invalidate('quick-panel');
}

export const useAddNote = () =>
  useEndpointMutation(quickPanel.addNote, {
    onSuccess: (added) => changeNotes((notes) => [added, ...notes.filter(({ id }) => id !== added.id)]),
  });

export const useEditNote = () =>
  useEndpointMutation(quickPanel.editNote, {
    onSuccess: (edited) => changeNotes((notes) => notes.map((note) => (note.id === edited.id ? edited : note))),
  });

export const useDeleteNote = () =>
  useEndpointMutation(quickPanel.deleteNote, {
    onSuccess: (_answer, { params }) => changeNotes((notes) => notes.filter(({ id }) => id !== params.id)),
  });
