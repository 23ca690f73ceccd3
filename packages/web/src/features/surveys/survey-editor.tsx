import type { SurveyDetail } from '@campanero/contract/surveys/schemas';
import { SURVEY_NAME_MAX, type SurveyItem } from '@campanero/contract/surveys/definition';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button } from '@mui/material';
import { useRef, useState } from 'react';
import type { To } from 'react-router';
import { LabelledInput } from '../../components/fields/text-input.tsx';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { ItemList } from './item-list.tsx';
import type { SurveyDraft } from './survey-file.ts';
import { itemsInWords } from './survey-words.ts';
import { type SurveyEditorState, useSurveyEditor } from './use-survey-editor.ts';

export const EMPTY_SURVEY: SurveyDraft = { name: '', items: [] };

interface SurveyEditorProps {
  record: SurveyDetail | undefined;
  /** What a new one begins with: nothing, a copy, or a file. */
  start?: SurveyDraft;
  listAt: To;
  reload: () => Promise<SurveyDetail | undefined>;
  onSaved: (saved: SurveyDetail) => void;
}

const LABELS = { name: 'Nombre', items: 'Preguntas' };
const inWords = (field: string, value: unknown) =>
  field === 'items' ? itemsInWords(value as SurveyItem[]) : (value as string);

export function SurveyEditor({ record, start = EMPTY_SURVEY, listAt, reload, onSaved }: SurveyEditorProps) {
  const name = useRef<HTMLInputElement>(null);
  const [lead, setLead] = useState<{ itemId: number }>();
  const goTo = (itemId: number | undefined) => (itemId === undefined ? name.current?.focus() : setLead({ itemId }));
  const editor = useSurveyEditor({ record, start, reload, onSaved, onFault: goTo });
  const { status, draft } = editor;
  const isStarted = record === undefined && start.items.length > 0 && !editor.isSaved;
  return (
    <FormPanel
      label="Relevamiento"
      status={status}
      isEager
      stays={record !== undefined}
      cancelTo={record === undefined ? listAt : undefined}
      action={record ? 'Guardar' : 'Crear'}
      pendingText={record ? 'Guardando…' : 'Creando…'}
      labels={LABELS}
      inWords={inWords}
      hint={<EditorHint editor={editor} isNew={record === undefined} onLead={goTo} />}
    >
      <UnsavedGuard
        active={status.isDirty || isStarted}
        what="Si sale ahora, lo que cambió en este relevamiento se pierde."
      />
      <LabelledInput
        label="Nombre"
        value={editor.name}
        error={editor.nameError}
        help="Así se lo elige en una campaña."
        inputRef={name}
        inputProps={{ maxLength: SURVEY_NAME_MAX }}
        onChange={({ target }) => draft.change({ name: target.value })}
      />
      <Box sx={{ mx: { xs: -4, sm: -6 }, mb: { xs: -4, sm: -6 } }}>
        <ItemList editor={editor} record={record} lead={lead} />
      </Box>
    </FormPanel>
  );
}

interface EditorHintProps {
  editor: SurveyEditorState;
  isNew: boolean;
  onLead: (itemId: number | undefined) => void;
}

/** How many things are to be corrected; a press leads to the next of them. */
function EditorHint({ editor: { mistakes, items, status }, isNew, onLead }: EditorHintProps) {
  const [last, setLast] = useState<number>();
  const whole = mistakes.get(0) ?? [];
  const faulty = items.filter(({ id }) => mistakes.has(id)).map(({ id }) => id);
  const count = faulty.reduce((sum, id) => sum + (mistakes.get(id)?.length ?? 0), 0);
  if (count === 0) return whole[0] ?? (isNew || status.isDirty ? undefined : 'Todavía no hay cambios.');
  const next = faulty[faulty.indexOf(last ?? 0) + 1] ?? faulty[0];
  const lead = () => {
    setLast(next);
    onLead(next);
  };
  return (
    <Button variant="text" size="small" color="error" onClick={lead}>
      {formatCounted(count, 'dato por corregir', 'datos por corregir')}
    </Button>
  );
}
