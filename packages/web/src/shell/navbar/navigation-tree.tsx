import { Collapse, styled } from '@mui/material';
import { PlainList } from '../../components/layout.tsx';
import { type ComponentProps, createContext, use, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { holdsPath, isBranch, type NavigationBranch, type NavigationLeaf } from '../../app/navigation.ts';
import { IconChevronDown } from '../../components/icons.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { useShellText, useTitle } from '../../i18n/i18n.ts';
import { EntryOpener, LeafLink } from './entry-parts.tsx';
import { useNavigation, type Waiting } from './use-navigation.ts';

const List = styled(PlainList)({ display: 'grid', gap: 2 });

const Opener = styled(EntryOpener)(({ theme }) => ({
  '& > svg:last-of-type': { transition: theme.transitions.create('transform') },
  '&[aria-expanded="true"] > svg:last-of-type': { transform: 'rotate(180deg)' },
  '[data-rail] & > svg:last-of-type': { opacity: 0 },
}));

const GroupTitle = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  position: 'relative',
  fontWeight: 500,
  color: theme.palette.text.disabled,
  padding: '18px 12px 6px',
  whiteSpace: 'nowrap',
  // In the rail a group is a line of the same height as its title.
  '[data-rail] &': { width: '2.5rem', paddingInline: 0, overflow: 'hidden', color: 'transparent' },
  '[data-rail] &::after': {
    content: '""',
    position: 'absolute',
    insetInline: 10,
    bottom: 14,
    height: 1,
    background: theme.palette.line.strong,
  },
}));

const Divider = styled('hr')(({ theme }) => ({
  height: 1,
  border: 0,
  margin: '8px 12px',
  background: theme.palette.line.soft,
  '[data-rail] &': { margin: '8px 10px', width: 20 },
}));

interface TreeOptions {
  /** Closes the floating navbar. */
  onChoose: (() => void) | undefined;
  /** Icons only, names in tooltips. */
  isRail: boolean;
  waitingAt: (entry: NavigationLeaf) => Waiting | undefined;
}
const OptionsContext = createContext<TreeOptions>({ onChoose: undefined, isRail: false, waitingAt: () => undefined });

const indent = (level: number) => (level === 0 ? undefined : { paddingInlineStart: 12 + level * 16 });

type EntryProps<E> = { entry: E; level: number };

function LeafEntry({ entry, level }: EntryProps<NavigationLeaf>) {
  const { onChoose, isRail, waitingAt } = use(OptionsContext);
  const name = useTitle()(entry.title);
  return (
    <li>
      <Tooltip title={isRail ? name : ''} placement="beside">
        <LeafLink entry={entry} waiting={waitingAt(entry)} onClick={onChoose} style={indent(level)} />
      </Tooltip>
    </li>
  );
}

function CollapseEntry({ entry, level }: EntryProps<NavigationBranch>) {
  const { isRail } = use(OptionsContext);
  const { pathname } = useLocation();
  const name = useTitle()(entry.title);
  const [isOpen, setOpen] = useState(() => holdsPath(entry.children, pathname));
  const listId = useId();
  const Icon = entry.icon;
  return (
    <li>
      <Tooltip title={isRail ? name : ''} placement="beside">
        <Opener
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          style={indent(level)}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          <span data-label>{name}</span>
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </Opener>
      </Tooltip>
      <Collapse in={isOpen && !isRail} unmountOnExit>
        <Entries entries={entry.children} level={level + 1} id={listId} aria-label={name} />
      </Collapse>
    </li>
  );
}

function GroupEntry({ entry, level }: EntryProps<NavigationBranch>) {
  const titleId = useId();
  const name = useTitle()(entry.title);
  return (
    <li>
      <GroupTitle id={titleId}>{name}</GroupTitle>
      <Entries entries={entry.children} level={level} aria-labelledby={titleId} />
    </li>
  );
}

type EntriesProps = ComponentProps<'ul'> & { entries: NavigationBranch['children']; level: number };

function Entries({ entries, level, ...list }: EntriesProps) {
  return (
    <List {...list}>
      {entries.map((entry) => {
        if (isBranch(entry)) {
          const Branch = entry.type === 'group' ? GroupEntry : CollapseEntry;
          return <Branch key={entry.id} entry={entry} level={level} />;
        }
        if (entry.type !== 'divider') return <LeafEntry key={entry.id} entry={entry} level={level} />;
        return (
          <li key={entry.id}>
            <Divider />
          </li>
        );
      })}
    </List>
  );
}

interface NavigationTreeProps {
  branch?: NavigationBranch;
  entries?: NavigationBranch['children'];
  onChoose?: () => void;
  isRail?: boolean;
}

export function NavigationTree({ branch, entries: all, onChoose, isRail = false }: NavigationTreeProps) {
  const { text, lang } = useShellText();
  const title = useTitle();
  const { entries, waitingAt } = useNavigation(branch?.children ?? all);
  const options = useMemo(() => ({ onChoose, isRail, waitingAt }), [onChoose, isRail, waitingAt]);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The current entry may be out of view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page is a reason, not an input
  }, [pathname]);
  return (
    <nav
      ref={nav}
      lang={lang}
      aria-label={branch ? title(branch.title) : text('shell.navigation')}
      data-rail={isRail ? '' : undefined}
    >
      <OptionsContext value={options}>
        <div style={{ padding: '4px 12px' }}>
          <Entries entries={entries} level={0} />
        </div>
      </OptionsContext>
    </nav>
  );
}
