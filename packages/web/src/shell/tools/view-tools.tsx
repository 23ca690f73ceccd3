import { later } from '../../components/later.tsx';
import { ButtonBase, styled, useMediaQuery, useTheme } from '@mui/material';
import { type MouseEvent, useState } from 'react';
import {
  IconChevronDown,
  IconDotsVertical,
  IconLanguage,
  IconMaximize,
  IconMinimize,
  IconTextSize,
} from '../../components/icons.ts';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { LANGUAGE_NAMES, useLanguage, useShellText } from '../../i18n/i18n.ts';
import { canFillScreen, enterFullscreen, leaveFullscreen, useFullscreen } from '../../lib/browser/fullscreen.ts';
import { ToolButton } from './tool-button.tsx';

const loadMenus = () => import('./view-menus.tsx');
const LanguageMenu = later(async () => (await loadMenus()).LanguageMenu);
const FontSizeMenu = later(async () => (await loadMenus()).FontSizeMenu);

type MenuName = 'language' | 'fontSize' | 'more';

/** Language, letter size, full screen; in one menu on a small screen. */
export function ViewTools() {
  const isSmall = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const [open, setOpen] = useState<{ menu: MenuName; anchor: HTMLElement } | null>(null);
  const close = () => setOpen(null);
  const openerOf = (menu: MenuName) =>
    ({
      'aria-haspopup': menu === 'fontSize' ? 'dialog' : 'menu',
      'aria-expanded': open?.menu === menu,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setOpen({ menu, anchor: currentTarget }),
      onPointerEnter: () => void loadMenus(),
    }) as const;
  return (
    <>
      {isSmall ? (
        <ToolButton label="tools.more" icon={IconDotsVertical} {...openerOf('more')} />
      ) : (
        <>
          <LanguageButton {...openerOf('language')} />
          <ToolButton label="tools.fontSize" icon={IconTextSize} {...openerOf('fontSize')} />
          <FullscreenButton />
        </>
      )}
      {open?.menu === 'more' && (
        <MoreMenu anchor={open.anchor} onClose={close} onChoose={(menu) => setOpen({ menu, anchor: open.anchor })} />
      )}
      {open?.menu === 'language' && <LanguageMenu anchor={open.anchor} onClose={close} />}
      {open?.menu === 'fontSize' && <FontSizeMenu anchor={open.anchor} onClose={close} />}
    </>
  );
}

const Code = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  gap: 4,
  height: '2.5rem',
  padding: '0 8px',
  borderRadius: theme.radius.control,
  fontWeight: 600,
  color: theme.palette.text.secondary,
  '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.palette.surface.subtle },
}));

function LanguageButton(opener: object) {
  const { text, lang } = useShellText();
  const language = useLanguage();
  return (
    <Tooltip title={text('tools.language')}>
      {/* The visible text is part of the name (WCAG 2.5.3). */}
      <Code lang={lang} {...opener}>
        <VisuallyHidden>{`${text('tools.language')}: ${LANGUAGE_NAMES[language]}, `}</VisuallyHidden>
        {language.toUpperCase()}
        <IconChevronDown size={14} stroke={2} aria-hidden />
      </Code>
    </Tooltip>
  );
}

function useScreenSwitch() {
  return useFullscreen()
    ? ({ label: 'tools.leaveFullscreen', icon: IconMinimize, onClick: leaveFullscreen } as const)
    : ({ label: 'tools.fullscreen', icon: IconMaximize, onClick: enterFullscreen } as const);
}

function FullscreenButton() {
  const screen = useScreenSwitch();
  return canFillScreen() && <ToolButton {...screen} />;
}

type MoreMenuProps = { anchor: HTMLElement; onClose: () => void; onChoose: (menu: MenuName) => void };

function MoreMenu({ anchor, onClose, onChoose }: MoreMenuProps) {
  const { text, lang } = useShellText();
  const screen = useScreenSwitch();
  return (
    <Menu anchor={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': text('tools.more'), lang } }}>
      <MenuItem onClick={() => onChoose('language')}>
        <IconLanguage size={18} stroke={1.75} aria-hidden />
        {text('tools.language')}
      </MenuItem>
      <MenuItem onClick={() => onChoose('fontSize')}>
        <IconTextSize size={18} stroke={1.75} aria-hidden />
        {text('tools.fontSize')}
      </MenuItem>
      {canFillScreen() && (
        <MenuItem
          onClick={() => {
            onClose();
            screen.onClick();
          }}
        >
          <screen.icon size={18} stroke={1.75} aria-hidden />
          {text(screen.label)}
        </MenuItem>
      )}
    </Menu>
  );
}
