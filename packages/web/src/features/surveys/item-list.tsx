import { isQuestion, ITEM_ID_MAX, type ItemKind, ITEMS_MAX, KIND_NAMES } from '@campanero/contract/surveys/definition';
import type { SurveyDetail } from '@campanero/contract/surveys/schemas';
import { Typography } from '@mui/material';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { IconChevronDown, IconPlus } from '../../components/icons.ts';
import { Faint, Inline, PlainList } from '../../components/layout.tsx';
import { Menu, MenuDivider, MenuItem, useMenu } from '../../components/menu.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import {
  dependants,
  duplicated,
  inserted,
  moved,
  newItem,
  nextItemId,
  nextOptionId,
  replaced,
  withKind,
  withMeaning,
} from './item-changes.ts';
import { TryButton } from './try-survey.tsx';
import { ItemFields } from './item-fields.tsx';
import { ItemRow, type RowActions } from './item-row.tsx';
import { itemTitle, showIfInWords } from './survey-words.ts';
import { type SurveyEditorState, useOrigins } from './use-survey-editor.ts';

const NONE: readonly string[] = [];

interface Wanted {
  id: number;
  part: 'row' | 'text';
}

interface ItemListProps {
  editor: SurveyEditorState;
  record: SurveyDetail | undefined;
  /** An item that something outside leads to; a new object each time. */
  lead: { itemId: number } | undefined;
}

/** The questions in their order, one of them open. */
export function ItemList({ editor, record, lead }: ItemListProps) {
  const { items, mistakes, lastIds } = editor;
  const place = useRef<HTMLDivElement>(null);
  const state = useItemList(editor, record, lead, place);
  const { openId, origins, announce } = state;
  const numbers = new Map(items.filter(isQuestion).map(({ id }, at) => [id, at + 1]));
  return (
    <div ref={place}>
      <VisuallyHidden role="status">{state.said}</VisuallyHidden>
      <PlainList aria-label="Preguntas">
        {items.map((item, at) => {
          const isOpen = item.id === openId;
          const shown = mistakes.get(item.id) ?? NONE;
          const textError = item.text.trim() === '' ? shown[0] : undefined;
          return (
            <ItemRow
              key={item.id}
              item={item}
              number={numbers.get(item.id)}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              showIf={showIfInWords(item, items)}
              mistakes={isOpen && textError ? shown.slice(1) : shown}
              actions={state.actions}
            >
              {isOpen && (
                <ItemFields
                  item={item}
                  items={items}
                  nextOptionId={nextOptionId(item, items, lastIds)}
                  isReplacing={(record?.interviews ?? 0) > 0 && origins.isReplacing(item)}
                  textError={textError}
                  onChange={state.change}
                  onKind={(kind) => state.changeKind(item.id, kind)}
                  onMeaning={state.changeMeaning}
                  onAnnounce={announce}
                />
              )}
            </ItemRow>
          );
        })}
      </PlainList>
      {items.length === 0 && <Faint sx={{ p: 4 }}>Todavía no hay preguntas. Agregue la primera.</Faint>}
      <AddButtons items={items.length} nextId={nextItemId(items, lastIds)} onAdd={state.add}>
        <TryButton name={editor.name} items={items} hasMistakes={editor.hasMistakes} />
      </AddButtons>
      {state.doomed !== undefined && (
        <RemoveDialog
          title={itemTitle(items.find(({ id }) => id === state.doomed) ?? newItem('short', 0))}
          dependants={dependants(items, state.doomed).map(itemTitle)}
          onConfirm={state.removeDoomed}
          onClose={state.keepDoomed}
        />
      )}
    </div>
  );
}

/** What is open, where the focus goes, and the changes to the items. */
function useItemList(
  { items, draft, lastIds, begin, leave }: SurveyEditorState,
  record: ItemListProps['record'],
  lead: ItemListProps['lead'],
  place: RefObject<HTMLDivElement | null>,
) {
  const [openId, setOpenId] = useState<number>();
  const [said, announce] = useState('');
  const [doomed, setDoomed] = useState<number>();
  const focus = useFocus(place);
  const origins = useOrigins(record);
  const put = (next: typeof items) => draft.change({ items: next });
  const nextId = nextItemId(items, lastIds);
  const nameOf = (id: number) => itemTitle(items.find((each) => each.id === id) ?? newItem('short', id));

  const add = (kind: ItemKind) => {
    put(inserted(items, newItem(kind, nextId), openId));
    begin(nextId);
    setOpenId(nextId);
    focus.to({ id: nextId, part: 'text' });
  };
  const remove = (id: number) => {
    const at = items.findIndex((each) => each.id === id);
    const next = items.toSpliced(at, 1);
    announce(`Se quitó «${nameOf(id)}».`);
    put(next);
    const neighbour = next[Math.min(at, next.length - 1)];
    if (neighbour) focus.to({ id: neighbour.id, part: 'row' });
  };
  const become = (next: typeof items, was: number) => {
    const at = items.findIndex(({ id }) => id === was);
    const origin = origins.savedOf(was);
    const now = next[at];
    if (now && origin && now.id !== was) origins.remember(now.id, origin);
    if (now) setOpenId(now.id);
    put(next);
  };
  const rowActions: RowActions = {
    toggle: (id) => setOpenId((open) => (open === id ? undefined : id)),
    move: (id, by) => {
      const next = moved(items, id, by);
      if (next === items) return;
      focus.hold();
      announce(`«${nameOf(id)}» pasó al lugar ${next.findIndex((each) => each.id === id) + 1} de ${items.length}.`);
      put([...next]);
    },
    copy: (id) => {
      put(duplicated(items, id, nextId));
      setOpenId(nextId);
      announce(`Se copió «${nameOf(id)}».`);
      focus.to({ id: nextId, part: 'text' });
    },
    remove: (id) => (dependants(items, id).length > 0 ? setDoomed(id) : remove(id)),
    leave,
  };
  const [led, setLed] = useState(lead);
  if (lead && led !== lead) {
    setLed(lead);
    setOpenId(lead.itemId);
  }
  useEffect(() => {
    if (lead) focusPart(place.current, { id: lead.itemId, part: 'text' });
  }, [lead, place]);
  return {
    openId,
    said,
    announce,
    doomed,
    origins,
    add,
    actions: useStable(rowActions),
    change: (item: (typeof items)[number]) => put(replaced(items, item.id, item)),
    changeKind: (id: number, kind: ItemKind) =>
      become(withKind(items, id, kind, { origin: origins.savedOf(id), nextId }), id),
    changeMeaning: (item: (typeof items)[number]) =>
      become(withMeaning(items, item, { origin: origins.savedOf(item.id), nextId }), item.id),
    removeDoomed: () => {
      if (doomed !== undefined) remove(doomed);
      setDoomed(undefined);
    },
    keepDoomed: () => setDoomed(undefined),
  };
}

/** The same functions for ever, which do what the newest ones do. */
function useStable(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      toggle: (id) => latest.current.toggle(id),
      move: (id, by) => latest.current.move(id, by),
      copy: (id) => latest.current.copy(id),
      remove: (id) => latest.current.remove(id),
      leave: (id) => latest.current.leave(id),
    }),
    [],
  );
}

/** Focuses a part of an item after the next render, or keeps the focus where it is while items change places. */
function useFocus(place: RefObject<HTMLDivElement | null>) {
  const wanted = useRef<Wanted>(undefined);
  const held = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    // Browsers take the focus from an element that is put elsewhere.
    if (held.current?.isConnected) held.current.focus();
    held.current = undefined;
  });
  useLayoutEffect(() => {
    if (wanted.current && focusPart(place.current, wanted.current)) wanted.current = undefined;
  });
  return {
    to: (part: Wanted) => void (wanted.current = part),
    hold: () => {
      if (document.activeElement instanceof HTMLElement) held.current = document.activeElement;
    },
  };
}

/** False: it is not drawn yet. */
function focusPart(place: HTMLElement | null, { id, part }: Wanted): boolean {
  const target = place?.querySelector<HTMLElement>(`[data-item="${id}"] [data-part="${part}"]`);
  target?.focus();
  return Boolean(target);
}

const ANSWERED = (Object.keys(KIND_NAMES) as ItemKind[]).filter((kind) => kind !== 'note' && kind !== 'section');

interface AddButtonsProps {
  items: number;
  nextId: number;
  onAdd: (kind: ItemKind) => void;
  children: ReactNode;
}

function AddButtons({ items, nextId, onAdd, children }: AddButtonsProps) {
  const { menu, opener } = useMenu();
  const reason =
    items >= ITEMS_MAX
      ? `Un relevamiento tiene hasta ${ITEMS_MAX} preguntas y secciones.`
      : nextId > ITEM_ID_MAX
        ? 'Este relevamiento ya tuvo demasiadas preguntas. Siga en una copia.'
        : undefined;
  const add = (kind: ItemKind) => {
    menu.onClose();
    // After the menu gave the focus back to its button.
    setTimeout(() => onAdd(kind));
  };
  return (
    <Inline sx={{ p: 3, borderTop: 1, borderColor: 'line.soft' }}>
      <ActionButton icon={IconPlus} endIcon={<IconChevronDown size={16} aria-hidden />} reason={reason} {...opener}>
        Agregar pregunta
      </ActionButton>
      <Menu {...menu} slotProps={{ list: { 'aria-label': 'Agregar pregunta' } }}>
        {ANSWERED.map((kind) => (
          <MenuItem key={kind} onClick={() => add(kind)}>
            {KIND_NAMES[kind]}
          </MenuItem>
        ))}
        <MenuDivider sx={{ mx: '-6px', my: '6px !important' }} />
        <MenuItem onClick={() => add('note')}>{KIND_NAMES.note}</MenuItem>
        <MenuItem onClick={() => add('section')}>{KIND_NAMES.section}</MenuItem>
      </Menu>
      {children}
    </Inline>
  );
}

interface RemoveDialogProps {
  title: string;
  dependants: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
}

const RemoveDialog = ({ title, dependants: names, onConfirm, onClose }: RemoveDialogProps) => (
  <ConfirmDialog open title="Quitar la pregunta" action="Quitar" destructive onConfirm={onConfirm} onClose={onClose}>
    <Typography>
      De <b>{title}</b> depende que se muestren estas, cuyas condiciones quedan por corregir:
    </Typography>
    <ul>
      {names.map((name, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have the same words
        <li key={place}>{name}</li>
      ))}
    </ul>
  </ConfirmDialog>
);
