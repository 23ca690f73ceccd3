import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { NavLink } from 'react-router';
import {
  navigation,
  type NavigationEntry,
  type NavigationGroup,
  type NavigationItem,
  visibleNavigation,
} from '../../app/pages.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { callbacksQuery, isDue } from '../../features/callbacks/callbacks.ts';
import { useText } from '../../i18n/i18n.ts';
import { mayAccess } from '../../lib/can.ts';
import { useNow } from '../../lib/clock.ts';
import { isHeldUp, sessionCheckQuery } from '../../lib/session-api.ts';
import { useSession } from '../../lib/session.ts';
import { focusRing } from '../../theme/components/controls.ts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 });

const Entry = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: '2.5rem',
  padding: '0 12px',
  borderRadius: theme.radius.control,
  color: theme.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.palette.surface.hover, color: theme.palette.text.primary },
  '&[aria-current="page"]': {
    backgroundColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
  },
  '&:focus-visible': { ...focusRing(theme), outlineOffset: -2 },
  '[data-rail] &': { position: 'relative', width: '2.5rem', padding: 0, justifyContent: 'center' },
}));

const GroupTitle = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  fontWeight: 500,
  color: theme.palette.text.disabled,
  padding: '18px 12px 6px',
  '[data-rail] &': { padding: 0, margin: '8px 10px', borderTop: `1px solid ${theme.palette.line.soft}` },
}));

const Count = styled('span')(({ theme }) => ({
  minWidth: 24,
  marginInlineStart: 'auto',
  padding: '1px 7px',
  borderRadius: 9,
  background: theme.palette.surface.subtle,
  color: theme.palette.text.secondary,
  fontSize: '0.75rem',
  lineHeight: '1rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
  '[aria-current="page"] > &': { background: 'rgb(255 255 255 / 20%)', color: 'inherit' },
  '[data-rail] &': {
    position: 'absolute',
    top: -3,
    insetInlineEnd: -6,
    minWidth: 18,
    padding: '0 5px',
    background: theme.palette.secondary.main,
    color: theme.palette.secondary.contrastText,
  },
}));

interface Manner {
  onChoose?: (() => void) | undefined;
  /** Icons only, their names in tooltips. */
  isRail?: boolean | undefined;
}

/** What waits behind an entry. */
interface Waiting {
  count: number;
  inWords: string;
}

function Item({
  item,
  waiting,
  onChoose,
  isRail = false,
}: { item: NavigationItem; waiting?: Waiting | undefined } & Manner) {
  const text = useText();
  const Icon = item.icon;
  const name = text(item.translate);
  return (
    <li>
      <Tooltip title={isRail ? name : ''} placement="beside">
        {/* `end`: an entry is active on its exact address only (spec 2). */}
        <Entry to={item.url} end onClick={onChoose}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {isRail ? (
            <VisuallyHidden>{name + (waiting?.inWords ?? '')}</VisuallyHidden>
          ) : (
            <span>
              {name}
              {waiting && <VisuallyHidden>{waiting.inWords}</VisuallyHidden>}
            </span>
          )}
          {waiting && <Count aria-hidden>{waiting.count}</Count>}
        </Entry>
      </Tooltip>
    </li>
  );
}

function Group({ group, onChoose, isRail = false }: { group: NavigationGroup } & Manner) {
  const text = useText();
  const titleId = useId();
  const title = text(group.translate);
  return (
    <li data-group>
      <GroupTitle id={titleId}>{isRail ? <VisuallyHidden>{title}</VisuallyHidden> : title}</GroupTitle>
      <List aria-labelledby={titleId}>
        {group.children.map((item) => (
          <Item key={item.id} item={item} onChoose={onChoose} isRail={isRail} />
        ))}
      </List>
    </li>
  );
}

interface NavigationTreeProps extends Manner {
  entries?: readonly NavigationEntry[];
}

/** The entries one may open; `onChoose` closes the drawer on small screens. */
export function NavigationTree({ entries = navigation, onChoose, isRail = false }: NavigationTreeProps) {
  const text = useText();
  const session = useSession();
  const callbacks = useOwnCallbacks();
  const isManager = mayAccess('campaign.manage', session);
  const visible = visibleNavigation(
    entries,
    ({ access, managersOnlyWithCallbacks }) =>
      mayAccess(access, session) && !(managersOnlyWithCallbacks && isManager && callbacks.promised === 0),
  );
  const late = {
    count: callbacks.late,
    inWords: callbacks.late === 1 ? ', 1 vencido' : `, ${callbacks.late} vencidos`,
  };
  return (
    <nav aria-label={text('shell.navigation')} data-rail={isRail ? '' : undefined}>
      {/* An entry of its own after a group must not read as one of the group. */}
      <List sx={{ padding: '4px 12px', '& > [data-group] + li:not([data-group])': { marginTop: '14px' } }}>
        {visible.map((entry) =>
          entry.type === 'group' ? (
            <Group key={entry.id} group={entry} onChoose={onChoose} isRail={isRail} />
          ) : (
            <Item
              key={entry.id}
              item={entry}
              waiting={entry.id === 'callbacks' && late.count > 0 ? late : undefined}
              onChoose={onChoose}
              isRail={isRail}
            />
          ),
        )}
      </List>
    </nav>
  );
}

/** How many callbacks the person promised, and how many of them are late; none until known. */
function useOwnCallbacks(): { promised: number; late: number } {
  const session = useSession();
  // Nothing is asked with a session that is not checked yet, nor while the password has to be changed first.
  const check = useQuery({ ...sessionCheckQuery(session?.userId ?? 0), enabled: session !== null });
  const isReady = mayAccess('staff', session) && !check.isPending && !isHeldUp(check.data);
  const { data = [] } = useQuery({ ...callbacksQuery(), enabled: isReady });
  const now = useNow().getTime();
  return { promised: data.length, late: data.filter(({ callbackAt }) => isDue(callbackAt, now)).length };
}
