import { SUGGESTIONS_MAX } from '@campanero/contract/limits';
import { Autocomplete, Box, ClickAwayListener, IconButton, TextField } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router';
import { IconSearch, IconX } from '../../components/icons.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { type Destination, findDestinations, useDestinations } from './destinations.ts';
import { useFoundRecords } from './found-records.ts';
import { cutAtMatch, Marked } from './marked.tsx';
import { PlainList } from '../../components/layout.tsx';

interface SearchBoxProps {
  /** Always visible; otherwise it covers the toolbar until closed. */
  isLasting?: boolean;
  typed: string;
  onType: (typed: string) => void;
  /** By Esc or ×. */
  onClose?: () => void;
  /** By a click elsewhere. */
  onLeave?: () => void;
}

export function SearchBox({ isLasting = false, typed, onType, onClose, onLeave }: SearchBoxProps) {
  const { text, langOf, lang } = useShellText();
  const navigate = useNavigate();
  const all = useDestinations();
  const isAsking = typed.trim() !== '';
  const records = useFoundRecords(typed);
  const found = [...findDestinations(all, typed), ...records.found].slice(0, SUGGESTIONS_MAX);
  const hasNone = isAsking && found.length === 0 && !records.isSearching;

  const end = (then?: () => void) => {
    onType('');
    then?.();
  };
  const close = () => end(onClose);
  const choose = (destination: Destination) => {
    close();
    // The field of layout 3 stays: the focus moves on to the page.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
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
          // Without it, the highlight goes back to the first at every render; `open` closes it.
          disableCloseOnSelect
          fullWidth
          forcePopupIcon={false}
          options={found}
          open={hasNone || found.length > 0}
          value={null}
          inputValue={typed}
          onInputChange={(_event, value, reason) => reason === 'input' && onType(value)}
          onChange={(_event, chosen) => chosen && choose(chosen)}
          onKeyDown={closeOnEscape}
          filterOptions={() => found}
          getOptionLabel={({ title }) => title}
          getOptionKey={({ id }) => id}
          groupBy={({ group = '' }) => group}
          renderGroup={({ key, group, children }) => (
            <Group key={key} name={group}>
              {children}
            </Group>
          )}
          noOptionsText={<span lang={langOf('tools.noResults')}>{text('tools.noResults')}</span>}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props} lang={option.group ? 'es' : lang}>
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

/** Pages come first, without a heading. */
function Group({ name, children }: { name: string; children?: ReactNode }) {
  const { lang } = useShellText();
  const id = useId();
  return (
    <li role="presentation">
      {name && (
        <Box
          id={id}
          lang={lang}
          sx={{ px: 4, pt: 2, pb: 1, typography: 'caption', fontWeight: 600, color: 'text.disabled' }}
        >
          {name}
        </Box>
      )}
      <PlainList role={name ? 'group' : 'presentation'} aria-labelledby={name ? id : undefined}>
        {children}
      </PlainList>
    </li>
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
