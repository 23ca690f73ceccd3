import { Box, OutlinedInput, Popover, styled, Typography } from '@mui/material';
import { PlainList } from '../../components/layout.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconAction } from '../../components/icon-action.tsx';
import { IconStar, IconStarFilled } from '../../components/icons.ts';
import { useShellText } from '../../i18n/i18n.ts';
import { changeShortcuts, useShortcutIds } from '../../lib/settings.ts';
import { focusRing } from '../../theme/components/controls.ts';
import { findDestinations, useDestinations } from './destinations.ts';
import { Marked } from './marked.tsx';
import { flexRow } from '../../theme/mixins.ts';

const List = styled(PlainList)(({ theme }) => ({
  margin: '8px 0 0',
  '& li': { display: 'flex', alignItems: 'center', borderRadius: theme.radius.chip },
  '& li:hover': { backgroundColor: theme.palette.surface.raisedHover },
  '& a': {
    flex: 1,
    minWidth: 0,
    ...flexRow(10),
    minHeight: '2.5rem',
    padding: '0 10px',
    borderRadius: theme.radius.chip,
    color: theme.palette.text.primary,
    fontSize: '0.84375rem',
    textDecoration: 'none',
  },
  '& a:focus-visible': { ...focusRing(theme), outlineOffset: -2 },
  '& a > svg': { flex: 'none', color: theme.palette.text.secondary },
}));

/** Chosen pages, or matches of the search; stars add and remove. */
export function ShortcutsMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { text, langOf, lang } = useShellText();
  const all = useDestinations();
  const ids = useShortcutIds();
  // Removed ones stay in the list until the menu closes.
  const [before] = useState(ids);
  const [typed, setTyped] = useState('');
  const isSearching = typed.trim() !== '';
  const own = [...new Set([...before, ...ids])].flatMap((id) => all.find((each) => each.id === id) ?? []);
  const listed = isSearching ? findDestinations(all, typed) : own;
  const toggle = (id: string) => changeShortcuts(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transformOrigin={{ vertical: -4, horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': text('tools.chooseShortcuts'),
          lang,
          sx: { width: 320, maxWidth: 'calc(100% - 24px)', p: 3 },
        },
      }}
    >
      <OutlinedInput
        fullWidth
        autoFocus
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={text('tools.findPage')}
        inputProps={{ 'aria-label': text('tools.findPage'), lang: langOf('tools.findPage') }}
      />
      {listed.length > 0 && (
        <List>
          {listed.map(({ id, title, url, target, icon: Icon }) => {
            const isChosen = ids.includes(id);
            const label = text(isChosen ? 'tools.removeShortcut' : 'tools.addShortcut');
            return (
              <li key={id}>
                <Link to={url} target={target} onClick={onClose}>
                  <Icon size={18} stroke={1.75} aria-hidden />
                  <span>
                    <Marked title={title} typed={typed} />
                  </span>
                </Link>
                <IconAction
                  label={`${label}: ${title}`}
                  tooltip={label}
                  onClick={() => toggle(id)}
                  sx={(theme) => (isChosen ? { color: theme.palette.soft.brass.text } : {})}
                  icon={isChosen ? IconStarFilled : IconStar}
                />
              </li>
            );
          })}
        </List>
      )}
      <Box role="status">
        {listed.length === 0 && (
          <Typography
            variant="body2"
            color="textSecondary"
            lang={isSearching ? langOf('tools.noResults') : undefined}
            sx={{ p: '14px 10px 6px' }}
          >
            {text(isSearching ? 'tools.noResults' : 'tools.noShortcuts')}
          </Typography>
        )}
      </Box>
    </Popover>
  );
}
