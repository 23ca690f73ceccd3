import { styled, useMediaQuery, useTheme } from '@mui/material';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconSearch } from '../../components/icons.ts';
import { ToolbarButton } from '../../components/toolbar-button.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';

const loadBox = () => import('./search-box.tsx');
const SearchBox = lazy(async () => ({ default: (await loadBox()).SearchBox }));

/** Toolbar width in rem, beside an open navbar in a window of 1200 px. */
const WIDE = 54;

const Cover = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  padding: '0 12px',
  backgroundColor: theme.palette.background.paper,
}));

const EarlyField = styled('input')({
  flex: 1,
  border: 0,
  outline: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
});

export function SearchTool() {
  const { text, langOf } = useShellText();
  const [isOpen, setOpen] = useState(false);
  // Kept here, so that no letter is lost while the field is loading.
  const [typed, setTyped] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  // Esc returns the focus there.
  const before = useRef<Element | null>(null);
  const open = () => {
    before.current = document.activeElement;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    const { current } = before;
    (current instanceof HTMLElement && current !== document.body ? current : opener.current)?.focus();
  };
  useShortcut('findPage', open);
  return (
    <>
      <ToolbarButton
        ref={opener}
        label={text('tools.search')}
        lang={langOf('tools.search')}
        icon={IconSearch}
        shortcut="findPage"
        wideFrom={WIDE}
        isQuiet
        onClick={open}
        onPointerEnter={() => void loadBox()}
      />
      {isOpen && (
        <Cover>
          <Suspense
            fallback={
              <EarlyField
                aria-label={text('tools.search')}
                autoFocus
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            }
          >
            <SearchBox typed={typed} onType={setTyped} onLeave={() => setOpen(false)} onClose={close} />
          </Suspense>
        </Cover>
      )}
    </>
  );
}

/** Same size while loading. */
const FieldPlace = styled('div')(({ theme }) => ({
  flex: '0 1 26rem',
  minWidth: 0,
  height: '2.5rem',
  borderRadius: theme.radius.control,
  '&:empty': { border: `1px solid ${theme.palette.line.strong}` },
}));

/** layout3: a lasting field, on phones an icon. */
export function SearchField() {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  return isPhone ? <SearchTool /> : <LastingField />;
}

function LastingField() {
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  useShortcut('findPage', () => place.current?.querySelector('input')?.focus());
  return (
    <FieldPlace ref={place}>
      <Suspense fallback={null}>
        <SearchBox isLasting typed={typed} onType={setTyped} />
      </Suspense>
    </FieldPlace>
  );
}
