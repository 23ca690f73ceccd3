import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { Box, ButtonBase, styled } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useId } from 'react';
import { IconAction } from '../../components/icon-action.tsx';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconTrash,
} from '../../components/icons.ts';
import { Line, PlainList } from '../../components/layout.tsx';
import { itemTitle, kindInWords } from './survey-words.ts';

/** What a row asks the editor to do with its item. Stable, so that other rows are not rendered for a letter in one. */
export interface RowActions {
  toggle: (id: number) => void;
  move: (id: number, by: -1 | 1) => void;
  copy: (id: number) => void;
  remove: (id: number) => void;
  /** The focus went elsewhere. */
  leave: (id: number) => void;
}

interface ItemRowProps {
  item: SurveyItem;
  /** Among the questions; undefined for sections and notes. */
  number: number | undefined;
  isFirst: boolean;
  isLast: boolean;
  showIf: string;
  mistakes: readonly string[];
  actions: RowActions;
  /** Its fields while it is open. */
  children?: ReactNode;
}

/** A question in the list: its line, and below it the fields while it is open. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, isFirst, isLast, mistakes, actions, children } = props;
  const { id } = item;
  const faultsId = useId();
  const bodyId = useId();
  const title = itemTitle(item);
  const isOpen = Boolean(children);
  const handleKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    actions.move(id, event.key === 'ArrowUp' ? -1 : 1);
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) actions.leave(id);
  };
  return (
    <Row data-item={id} data-open={isOpen ? '' : undefined} onKeyDown={handleKey} onBlur={handleBlur}>
      <Line gap={1} sx={{ paddingInlineEnd: 2 }}>
        <RowButton
          data-part="row"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          aria-describedby={mistakes.length > 0 ? faultsId : undefined}
          onClick={() => actions.toggle(id)}
        >
          <RowWords {...props} isOpen={isOpen} />
        </RowButton>
        <IconAction
          label={`Subir: ${title}`}
          tooltip="Subir (Alt + ↑)"
          size="small"
          icon={IconArrowUp}
          isOff={isFirst}
          onClick={() => actions.move(id, -1)}
        />
        <IconAction
          label={`Bajar: ${title}`}
          tooltip="Bajar (Alt + ↓)"
          size="small"
          icon={IconArrowDown}
          isOff={isLast}
          onClick={() => actions.move(id, 1)}
        />
        {/* On a phone the words need the room. */}
        <Box sx={{ display: { xs: isOpen ? 'contents' : 'none', sm: 'contents' } }}>
          <IconAction
            label={`Copiar: ${title}`}
            tooltip="Copiar"
            size="small"
            icon={IconCopy}
            onClick={() => actions.copy(id)}
          />
          <IconAction
            label={`Quitar: ${title}`}
            tooltip="Quitar"
            size="small"
            icon={IconTrash}
            onClick={() => actions.remove(id)}
          />
        </Box>
      </Line>
      {mistakes.length > 0 && (
        <Faults id={faultsId}>
          {mistakes.map((message) => (
            <li key={message}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden />
              <span>{message}</span>
            </li>
          ))}
        </Faults>
      )}
      {isOpen && <div id={bodyId}>{children}</div>}
    </Row>
  );
});

function RowWords({ item, number, showIf, isOpen }: ItemRowProps & { isOpen: boolean }) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const facts = [kindInWords(item), 'required' in item && item.required && 'obligatoria', showIf].filter(Boolean);
  return (
    <>
      <Box component="span" sx={{ typography: 'body2', color: 'text.disabled', minWidth: '1.5rem' }}>
        {number}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Words
          data-empty={item.text.trim() === '' ? '' : undefined}
          data-section={item.kind === 'section' ? '' : undefined}
        >
          {itemTitle(item)}
        </Words>
        <Box component="span" sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Box>
      </Box>
      <Chevron size={16} stroke={2} aria-hidden style={{ flex: 'none', alignSelf: 'center' }} />
    </>
  );
}

const Row = styled('li')(({ theme }) => ({
  borderTop: `1px solid ${theme.palette.line.soft}`,
  scrollMarginBlock: '6rem',
  '&[data-open]': { background: theme.palette.surface.subtle },
}));

const RowButton = styled(ButtonBase)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: '3.25rem',
  gap: 8,
  padding: '8px 12px',
  justifyContent: 'flex-start',
  alignItems: 'baseline',
  textAlign: 'start',
  font: 'inherit',
  '&:hover': { background: theme.palette.surface.hover },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
}));

const Words = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  fontWeight: 550,
  color: theme.palette.text.primary,
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflowWrap: 'anywhere',
  '&[data-empty]': { color: theme.palette.text.disabled, fontWeight: 400 },
  '&[data-section]': { textTransform: 'none', fontWeight: 700 },
}));

const Faults = styled(PlainList)(({ theme }) => ({
  paddingInline: '44px 12px',
  paddingBlockEnd: 12,
  display: 'grid',
  gap: 4,
  '& li': { display: 'flex', gap: 5, color: theme.palette.error.main, ...theme.typography.caption },
  '& svg': { flex: 'none', marginTop: 1 },
}));
