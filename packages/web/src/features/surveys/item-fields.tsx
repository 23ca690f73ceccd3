import {
  isQuestion,
  type ItemKind,
  KIND_NAMES,
  SCALE_MAX,
  type ShowIf,
  type SurveyItem,
  type SurveyQuestion,
  UNKNOWN_WORDS,
} from '@campanero/contract/surveys/definition';
import { Alert, Box, Button } from '@mui/material';
import { useCallback, useEffect, useRef } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { LabelledInput } from '../../components/fields/text-input.tsx';
import { Halves, Stacked } from '../../components/layout.tsx';
import { Menu, MenuItem, useMenu } from '../../components/menu.tsx';
import { BLANK_NAMES } from '../../components/script/blank-names.ts';
import { ConditionsField } from './conditions-field.tsx';
import { NumberInput } from './number-inputs.tsx';
import { AnswerOptionsField } from './options-field.tsx';
import { BECOMES_NEW } from './survey-words.ts';

const TEXT_MAX = 600;
const LABELS: Partial<Record<ItemKind, string>> = { section: 'Título de la sección', note: 'Texto que se lee' };

export interface ItemFieldsProps {
  item: SurveyItem;
  items: readonly SurveyItem[];
  nextOptionId: number;
  /** A saved question with answers that this one takes the place of. */
  isReplacing: boolean;
  /** The text is missing. */
  textError: string | undefined;
  onChange: (item: SurveyItem) => void;
  onKind: (kind: ItemKind) => void;
  /** Its answers would mean something else. */
  onMeaning: (item: SurveyItem) => void;
  onAnnounce: (words: string) => void;
}

export function ItemFields(props: ItemFieldsProps) {
  const { item, items, onChange, onKind, isReplacing } = props;
  const changeShowIf = useShowIfChange(item, onChange);
  const before = items.slice(
    0,
    items.findIndex(({ id }) => id === item.id),
  );
  return (
    <Stacked gap={5} sx={{ px: { xs: 3, sm: 4 }, pb: 4 }}>
      <ItemText {...props} />
      {item.kind !== 'section' && (
        <LabelledInput
          label="Aclaración"
          optional
          multiline
          value={item.help}
          help="Más chica, debajo del texto."
          inputProps={{ maxLength: TEXT_MAX }}
          onChange={({ target }) => onChange({ ...item, help: target.value })}
        />
      )}
      {isQuestion(item) && (
        <Halves sx={{ alignItems: 'start' }}>
          <ChoiceField
            label="Tipo de respuesta"
            options={QUESTION_KINDS}
            value={item.kind}
            onChange={(kind) => kind && kind !== item.kind && onKind(kind)}
          />
          <SwitchRow
            label="Obligatoria"
            hint={item.required ? `Siempre ofrece «${UNKNOWN_WORDS}».` : 'Se puede pasar sin responder.'}
            value={item.required}
            onChange={(required) => onChange({ ...item, required })}
          />
          {isReplacing && (
            <Alert severity="info" data-wide>
              {BECOMES_NEW}
            </Alert>
          )}
        </Halves>
      )}
      <KindFields {...props} />
      {item.kind !== 'section' && (
        <ConditionsField
          showIf={item.showIf}
          earlier={before.filter(isQuestion)}
          others={items.filter(({ id }) => id !== item.id)}
          onChange={changeShowIf}
        />
      )}
    </Stacked>
  );
}

/** The same function for ever, which changes the newest item. */
function useShowIfChange(item: SurveyItem, onChange: ItemFieldsProps['onChange']) {
  const latest = useRef({ item, onChange });
  useEffect(() => {
    latest.current = { item, onChange };
  });
  return useCallback((showIf: ShowIf | null) => {
    const { item: now, onChange: change } = latest.current;
    if (now.kind !== 'section') change({ ...now, showIf });
  }, []);
}

const QUESTION_KINDS = (Object.keys(KIND_NAMES) as ItemKind[])
  .filter((kind): kind is SurveyQuestion['kind'] => kind !== 'note' && kind !== 'section')
  .map((kind) => ({ id: kind, name: KIND_NAMES[kind] }));

function ItemText({ item, textError, onChange }: ItemFieldsProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { menu, opener } = useMenu();
  const insert = (blank: string) => {
    menu.onClose();
    const { selectionStart = item.text.length, selectionEnd = item.text.length } = input.current ?? {};
    const text = item.text.slice(0, selectionStart) + blank + item.text.slice(selectionEnd);
    if (text.length <= TEXT_MAX) onChange({ ...item, text });
    // After the menu gave the focus back to its button.
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(selectionStart + blank.length, selectionStart + blank.length);
    });
  };
  const hasBlanks = item.kind !== 'section';
  return (
    <>
      <LabelledInput
        label={LABELS[item.kind] ?? 'Pregunta'}
        multiline={hasBlanks}
        value={item.text}
        error={textError}
        help={hasBlanks ? 'Los espacios como {nombre} se completan en cada llamado.' : undefined}
        labelEnd={
          hasBlanks && (
            <Button variant="text" size="small" {...opener}>
              Insertar dato
            </Button>
          )
        }
        inputRef={input}
        inputProps={{ maxLength: TEXT_MAX, 'data-part': 'text' }}
        onChange={({ target }) => onChange({ ...item, text: target.value })}
        onKeyDown={(event) => {
          // A section is one line, and Enter would save everything.
          if (!hasBlanks && event.key === 'Enter') event.preventDefault();
        }}
      />
      <Menu {...menu} isAtEnd slotProps={{ list: { 'aria-label': 'Insertar dato' } }}>
        {BLANK_NAMES.map((blank) => (
          <MenuItem key={blank} onClick={() => insert(blank)}>
            {blank}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function KindFields({ item, nextOptionId, onChange, onMeaning, onAnnounce }: ItemFieldsProps) {
  if ('options' in item)
    return (
      <AnswerOptionsField
        options={item.options}
        nextId={nextOptionId}
        onChange={(options) => onChange({ ...item, options })}
        onAnnounce={onAnnounce}
      />
    );
  if (item.kind === 'scale') return <ScaleFields item={item} onChange={onChange} onMeaning={onMeaning} />;
  if (item.kind !== 'number') return null;
  return (
    <Box
      sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' } }}
    >
      <NumberInput label="Mínimo" optional value={item.min} onChange={(min) => onChange({ ...item, min })} />
      <NumberInput label="Máximo" optional value={item.max} onChange={(max) => onChange({ ...item, max })} />
      <LabelledInput
        label="Unidad"
        optional
        placeholder="años, km, pesos…"
        value={item.unit}
        inputProps={{ maxLength: 20 }}
        onChange={({ target }) => onChange({ ...item, unit: target.value })}
      />
    </Box>
  );
}

type Scale = Extract<SurveyItem, { kind: 'scale' }>;
const FROM = [0, 1].map((value) => ({ id: value, name: String(value) }));
const TO = Array.from({ length: SCALE_MAX - 1 }, (_, place) => ({ id: place + 2, name: String(place + 2) }));

interface ScaleFieldsProps extends Pick<ItemFieldsProps, 'onChange' | 'onMeaning'> {
  item: Scale;
}

function ScaleFields({ item, onChange, onMeaning }: ScaleFieldsProps) {
  const { from, to, labels } = item;
  const points = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  /** Texts stay with their points. */
  const withEnds = (ends: { from: number; to: number }) => {
    const textAt = (point: number) => labels[point - from] ?? '';
    const all = Array.from({ length: ends.to - ends.from + 1 }, (_, place) => textAt(ends.from + place));
    onMeaning({ ...item, ...ends, labels: withoutEmptyEnd(all) });
  };
  const label = (place: number, text: string) =>
    onChange({ ...item, labels: withoutEmptyEnd(points.map((_, at) => (at === place ? text : (labels[at] ?? '')))) });
  return (
    <Stacked gap={4}>
      <Halves>
        <ChoiceField
          label="Desde"
          options={FROM}
          value={from}
          onChange={(end) => withEnds({ from: end ?? from, to })}
        />
        <ChoiceField label="Hasta" options={TO} value={to} onChange={(end) => withEnds({ from, to: end ?? to })} />
      </Halves>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(10rem, 1fr))' }}>
        {points.map((point, place) => (
          <LabelledInput
            key={point}
            label={`Texto del ${point}`}
            optional
            size="small"
            value={labels[place] ?? ''}
            inputProps={{ maxLength: 60 }}
            onChange={({ target }) => label(place, target.value)}
          />
        ))}
      </Box>
    </Stacked>
  );
}

const withoutEmptyEnd = (labels: readonly string[]) => labels.slice(0, labels.findLastIndex((text) => text !== '') + 1);
