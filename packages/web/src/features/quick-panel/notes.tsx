import { NOTES_MAX } from '@campanero/contract/limits';
import { quickPanel, type Note, noteBody } from '@campanero/contract/quick-panel/endpoints';
import { Box, Button, OutlinedInput, styled, Typography } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { Bound } from '../../components/fields/text-input.tsx';
import { formProps } from '../../components/form/dialogs.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../components/icons.ts';
import { Actions, Line, Muted, PlainList, Stacked } from '../../components/layout.tsx';
import { useText } from '../../i18n/i18n.ts';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { ownDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointQuery, invalidate } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/** A new note, or one as it was when its form opened. */
type Writing = 'new' | Note | null;

/** Own notes, added, edited and deleted in place. A deleted one can be restored until the panel is left. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  const text = useText();
  const [writing, setWriting] = useState<Writing>(() => (ownDraft(NEW_NOTE).read() === undefined ? null : 'new'));
  const [deleted, setDeleted] = useState<Note>();
  const add = useAddNote();
  const remove = useEndpointMutation(quickPanel.deleteNote, {
    onSuccess: (_answer, { params }) => changeNotes((all) => all.filter(({ id }) => id !== params.id)),
  });
  const adder = useRef<HTMLButtonElement>(null);
  const isFull = notes.length >= NOTES_MAX;
  const edited = writing === 'new' ? null : writing;
  const isGone = edited !== null && notes.every(({ id }) => id !== edited.id);

  /** The element that had the focus disappears. */
  const focusAdder = () => adder.current?.focus();
  const stop = () => {
    setWriting(null);
    focusAdder();
  };
  const noteDeleted = (note: Note | undefined) => () => {
    setDeleted(note);
    focusAdder();
  };
  const deleteNote = (note: Note) => remove.mutate({ params: { id: note.id } }, { onSuccess: noteDeleted(note) });
  const undo = ({ text }: Note) => add.mutate({ body: { text } }, { onSuccess: noteDeleted(undefined) });
  const failure = remove.error ?? (deleted ? add.error : null);

  return (
    <PanelSection
      title={text('tools.notes')}
      action={
        <IconAction
          ref={adder}
          size="small"
          edge="end"
          label={text('tools.addNote')}
          isOff={isFull}
          onClick={() => setWriting('new')}
          icon={IconPlus}
        />
      }
    >
      {writing === 'new' && <NoteForm onDone={stop} />}
      <Box role="status">
        {deleted && (
          <Line sx={{ typography: 'body2', color: 'text.secondary' }}>
            {text('tools.noteDeleted')}
            <Button variant="text" size="small" disabled={add.isPending} onClick={() => undo(deleted)}>
              {text('tools.undo')}
            </Button>
          </Line>
        )}
      </Box>
      {failure && <RefusalNote>{errorText(failure)}</RefusalNote>}
      {notes.length === 0 && writing === null && !deleted && <Muted>{text('tools.noNotes')}</Muted>}
      <PlainList sx={{ display: 'grid', gap: 2 }}>
        {(isGone ? [edited, ...notes] : notes).map((note) => (
          <li key={note.id}>
            {note.id === edited?.id ? (
              <NoteForm note={note} isGone={isGone} onDone={stop} />
            ) : (
              <ShownNote note={note} onEdit={() => setWriting(note)} onDelete={() => deleteNote(note)} />
            )}
          </li>
        ))}
      </PlainList>
    </PanelSection>
  );
}

const Card = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  paddingBlock: '8px 2px',
  paddingInline: '10px 4px',
  borderRadius: theme.radius.control,
  backgroundColor: theme.palette.soft.brass.bg,
  color: theme.palette.text.primary,
  '& p': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& > div': { display: 'flex', justifyContent: 'flex-end' },
}));

function ShownNote({ note, onEdit, onDelete }: { note: Note; onEdit: () => void; onDelete: () => void }) {
  const text = useText();
  const actions = [
    [text('tools.editNote'), IconPencil, onEdit],
    [text('tools.deleteNote'), IconTrash, onDelete],
  ] as const;
  return (
    <Card>
      <p lang="es">{note.text}</p>
      <div>
        {actions.map(([label, icon, onClick]) => (
          <IconAction
            key={label}
            size="small"
            label={`${label}: ${note.title}`}
            tooltip={label}
            iconSize={16}
            {...{ icon, onClick }}
          />
        ))}
      </div>
    </Card>
  );
}

const NEW_NOTE = 'note:new';
const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND';
const isListed = (note: Note) =>
  queryClient.getQueryData(quickPanelQuery().queryKey)?.notes.some(({ id }) => id === note.id) === true;

const noteValues = z.object({ text: z.string() });

/** `isGone`: it was deleted on another device and is saved as a new one. */
function NoteForm({ note, isGone = false, onDone }: { note?: Note; isGone?: boolean; onDone: () => void }) {
  const text = useText();
  const edit = useEndpointMutation(quickPanel.editNote, {
    onSuccess: (edited) => changeNotes((all) => all.map((each) => (each.id === edited.id ? edited : each))),
  });
  const add = useAddNote();
  const reload = async () => (await fetchFresh(quickPanelQuery())).notes.find(({ id }) => id === note?.id);
  const { form, draft, status } = useRecordForm({
    name: note ? `note:${note.id}` : NEW_NOTE,
    schema: noteValues,
    rules: noteBody,
    mode: 'onChange',
    record: isGone ? undefined : note,
    valuesOf: (record = note) => ({ text: record?.text ?? '' }),
    reload,
    staysOnLeaving: true,
    send: async ({ valid, version }) => {
      if (!note || isGone) return add.mutateAsync({ body: valid });
      return edit
        .mutateAsync({ params: { id: note.id }, body: { ...valid, version } })
        .catch(async (error: unknown) => {
          if (isNotFound(error)) await reload().catch(() => undefined);
          throw error;
        });
    },
    // If the refetched list lacks the note, the form says so.
    refusalOf: (error) => (note && isNotFound(error) && !isListed(note) ? undefined : errorText(error)),
    onSaved: onDone,
  });
  const finish = () => {
    draft.discard();
    onDone();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      status.submit();
    } else if (event.key === 'Escape') {
      // Closes only the form.
      event.stopPropagation();
      finish();
    }
  };
  // Both texts are shown: saving again keeps this one, cancelling the other.
  const [conflict] = status.conflicts;
  const changed = conflict && `${text('tools.noteChanged')} (${String(conflict.theirs)})`;
  const warning = isGone ? text('tools.noteGone') : changed;
  // That nothing is written needs no words.
  const fault = draft.values.text.trim() === '' ? undefined : form.formState.errors.text?.message;
  return (
    <Stacked {...formProps(status.submit)} onKeyDown={handleKey} gap={2} sx={{ mb: 2 }}>
      <Bound form={form} name="text">
        {({ error: _error, ...field }) => (
          <OutlinedInput
            {...field}
            multiline
            autoFocus
            minRows={3}
            maxRows={10}
            error={fault !== undefined}
            inputProps={{ 'aria-label': text('tools.noteText'), lang: 'es' }}
          />
        )}
      </Bound>
      <RefusalNote>{status.refusal ?? warning ?? fault}</RefusalNote>
      <Actions>
        <Button variant="text" size="small" onClick={finish}>
          {text('tools.cancelNote')}
        </Button>
        <Button variant="contained" size="small" type="submit" disabled={!status.isValid || status.isPending}>
          {text('tools.saveNote')}
        </Button>
      </Actions>
    </Stacked>
  );
}

const Frame = styled('section')(({ theme }) => ({
  padding: '14px 20px',
  borderTop: `1px solid ${theme.palette.line.soft}`,
}));

export function PanelSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Line gap={0} sx={{ minHeight: '2rem', mb: 1 }}>
        <Typography id={id} variant="h3" component="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Line>
      {children}
    </Frame>
  );
}

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

const useAddNote = () =>
  useEndpointMutation(quickPanel.addNote, {
    onSuccess: (added) => changeNotes((notes) => [added, ...notes.filter(({ id }) => id !== added.id)]),
  });
