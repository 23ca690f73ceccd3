import { Autocomplete, Box, ClickAwayListener, IconButton, TextField } from '@mui/material';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconSearch, IconX } from '../../components/icons.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { type Destination, findDestinations, useDestinations } from './destinations.ts';
import { cutAtMatch, Marked } from './marked.tsx';

interface SearchBoxProps {
  /** Always visible; otherwise it covers the toolbar until closed. */
  isLasting?: boolean;
  /** Text typed while loading. */
  begin?: () => string;
  /** By Esc or ×. */
  onClose?: () => void;
  /** By a click elsewhere. */
  onLeave?: () => void;
}

export function SearchBox({ isLasting = false, begin, onClose, onLeave }: SearchBoxProps) {
  const { text, langOf, lang } = useShellText();
  const navigate = useNavigate();
  const all = useDestinations();
  const [typed, setTyped] = useState(begin ?? '');
  const isAsking = typed.trim() !== '';
  const found = findDestinations(all, typed);
  const hasNone = isAsking && found.length === 0;

  const end = (then?: () => void) => {
    setTyped('');
    then?.();
  };
  const close = () => end(onClose);
  const choose = (destination: Destination) => {
    close();
    if (destination.target) window.open(destination.url, destination.target, 'noopener');
    else void navigate(destination.url);
  };
  const closeOnEscape = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.defaultMuiPrevented = true;
    close();
  };

  return (
    <ClickAwayListener onClickAway={() => end(onLeave)}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <VisuallyHidden role="status">{hasNone ? text('tools.noResults') : ''}</VisuallyHidden>
        <Autocomplete<Destination>
          autoHighlight
          fullWidth
          forcePopupIcon={false}
          options={all}
          open={isAsking}
          value={null}
          inputValue={typed}
          onInputChange={(_event, value, reason) => reason === 'input' && setTyped(value)}
          onChange={(_event, chosen) => chosen && choose(chosen)}
          onKeyDown={closeOnEscape}
          filterOptions={() => found}
          getOptionLabel={({ title }) => title}
          getOptionKey={({ id }) => id}
          noOptionsText={<span lang={langOf('tools.noResults')}>{text('tools.noResults')}</span>}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props} lang={lang}>
              <Suggestion option={option} typed={typed} />
            </li>
          )}
          slotProps={{ listbox: { 'aria-label': text('tools.search') } }}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus={!isLasting}
              placeholder={text('tools.search')}
              slotProps={{
                ...params.slotProps,
                input: {
                  ...params.slotProps.input,
                  startAdornment: (
                    <IconSearch size={18} stroke={1.75} aria-hidden style={{ flex: 'none', marginInlineEnd: 8 }} />
                  ),
                  endAdornment: (!isLasting || typed !== '') && (
                    <IconButton size="small" edge="end" aria-label={text('tools.closeSearch')} onClick={close}>
                      <IconX size={18} stroke={1.75} aria-hidden />
                    </IconButton>
                  ),
                },
                htmlInput: {
                  ...params.slotProps.htmlInput,
                  'aria-label': text('tools.search'),
                  lang: langOf('tools.search'),
                },
              }}
            />
          )}
        />
      </div>
    </ClickAwayListener>
  );
}

function Suggestion({ option: { icon: Icon, title, spanish }, typed }: { option: Destination; typed: string }) {
  const isOwn = cutAtMatch(title, typed) !== undefined;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2.5, minWidth: 0 }}>
      <Icon size={18} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <span>
        <Marked title={title} typed={typed} />
        {!isOwn && (
          <Box component="span" lang="es" sx={{ color: 'text.disabled' }}>
            {' · '}
            <Marked title={spanish} typed={typed} />
          </Box>
        )}
      </span>
    </Box>
  );
}
