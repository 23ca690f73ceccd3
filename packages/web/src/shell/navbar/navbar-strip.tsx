import { Box, styled } from '@mui/material';
import { PlainList } from '../../components/layout.tsx';
import { useRef } from 'react';
import { useShellText } from '../../i18n/i18n.ts';
import { Brand } from './navbar.tsx';
import { isMouse, useClosedOutside, useHoverState } from './open-over.ts';
import { MenusContext, StripEntries } from './strip-entries.tsx';
import { useNavigation } from './use-navigation.ts';

const TopList = styled(PlainList)({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  '&[data-dense]': { gap: 2, fontSize: '0.8125rem' },
  '&[data-dense] :is(a, button)': { height: '2.25rem', paddingInline: 10, gap: 8 },
  '& > li': { flex: 'none' },
  // Without room only icons; names stay readable for screen readers.
  '@container (max-width: 60rem)': {
    '& > li > :is(a, button) > [data-label]': { width: 0, overflow: 'hidden', marginInlineEnd: -12 },
    '&[data-dense] > li > :is(a, button) > [data-label]': { marginInlineEnd: -8 },
  },
});

/** Navigation of layout2 and layout3: groups open as floating menus. */
export function NavbarStrip({ style }: { style: 'layout2' | 'layout3' }) {
  const { text, lang } = useShellText();
  const { entries } = useNavigation();
  const menus = useHoverState<readonly string[]>([]);
  const isDense = style === 'layout3';
  const root = useRef<HTMLElement>(null);
  useClosedOutside(root, menus.value.length > 0, () => menus.set([]));
  return (
    <>
      {!isDense && <Brand />}
      <Box
        component="nav"
        ref={root}
        lang={lang}
        aria-label={text('shell.navigation')}
        onPointerLeave={(event) => isMouse(event) && menus.setSoon([])}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && menus.set([])}
        sx={{ marginInlineStart: isDense ? -3 : 'auto' }}
      >
        <MenusContext value={menus}>
          <TopList data-dense={isDense ? '' : undefined}>
            <StripEntries entries={entries} within={[]} />
          </TopList>
        </MenusContext>
      </Box>
    </>
  );
}
