import { FONT_SIZE } from '@campanero/contract/limits';
import { LANGUAGES } from '@campanero/contract/settings/schemas';
import { Box, Button, Popover, Slider } from '@mui/material';
import { IconAction } from '../../components/icon-action.tsx';
import { IconCheck, IconMinus, IconPlus } from '../../components/icons.ts';
import { Figures, Hint, Line, Spread } from '../../components/layout.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { changeLanguage, LANGUAGE_NAMES, useLanguage, useShellText } from '../../i18n/i18n.ts';
import { changeFontSize, useFontSize } from '../../lib/browser/font-size.ts';
import { notify } from '../../lib/snackbar.ts';

type ViewMenuProps = { anchor: HTMLElement; onClose: () => void };

const BELOW = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'center' },
  transformOrigin: { vertical: -4, horizontal: 'center' },
} as const;

export function LanguageMenu({ anchor, onClose }: ViewMenuProps) {
  const { text, lang } = useShellText();
  const current = useLanguage();
  const choose = (language: typeof current) => {
    onClose();
    changeLanguage(language).catch(() => notify.error(text('tools.languageFailed')));
  };
  return (
    <Menu
      anchor={anchor}
      onClose={onClose}
      {...BELOW}
      slotProps={{ list: { 'aria-label': text('tools.language'), lang }, paper: { sx: { minWidth: '11rem' } } }}
    >
      {LANGUAGES.map((language) => (
        <MenuItem
          key={language}
          role="menuitemradio"
          aria-checked={language === current}
          autoFocus={language === current}
          lang={language}
          onClick={() => choose(language)}
        >
          <Box component="span" sx={{ flex: 1 }}>
            {LANGUAGE_NAMES[language]}
          </Box>
          <Hint component="span" aria-hidden sx={{ textTransform: 'uppercase' }}>
            {language}
          </Hint>
          <Box component="span" sx={{ width: 16, display: 'flex' }}>
            {language === current && <IconCheck size={16} stroke={2} aria-hidden />}
          </Box>
        </MenuItem>
      ))}
    </Menu>
  );
}

const { min, max, step, default: standard } = FONT_SIZE;
const percent = (value: number) => `${value} %`;
const marks = Array.from({ length: (max - min) / step + 1 }, (_, place) => {
  const value = min + place * step;
  return value === min || value === standard || value === max ? { value, label: percent(value) } : { value };
});

/** Buttons besides the slider: no dragging needed (WCAG 2.5.7). */
export function FontSizeMenu({ anchor, onClose }: ViewMenuProps) {
  const { text, lang } = useShellText();
  const size = useFontSize();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      {...BELOW}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': text('tools.fontSize'),
          lang,
          // In px, so that the slider does not move under the pointer.
          sx: { width: 300, maxWidth: 'calc(100% - 24px)', p: 4 },
        },
      }}
    >
      <Spread gap={0} sx={{ minHeight: 32 }}>
        <Box component="span" sx={{ typography: 'h3' }}>
          {text('tools.fontSize')}
        </Box>
        <Figures component="output" sx={{ typography: 'body2' }}>
          <bdi>{percent(size)}</bdi>
        </Figures>
      </Spread>
      <Line gap={3} sx={{ pt: 1, pb: '22px', '& [aria-disabled="true"]': { opacity: 0.5 } }}>
        <IconAction label={text('tools.smaller')} isOff={size <= min} onClick={() => changeFontSize(size - step)}>
          <IconMinus size={18} stroke={1.75} aria-hidden />
        </IconAction>
        <Slider
          aria-label={text('tools.fontSize')}
          value={size}
          min={min}
          max={max}
          step={step}
          marks={marks}
          getAriaValueText={percent}
          onChange={(_event, value) => changeFontSize(value)}
          slotProps={{ input: { autoFocus: true } }}
          sx={{ mx: 3, mb: 0, '& .MuiSlider-markLabel': { fontSize: 12, color: 'text.secondary' } }}
        />
        <IconAction label={text('tools.larger')} isOff={size >= max} onClick={() => changeFontSize(size + step)}>
          <IconPlus size={18} stroke={1.75} aria-hidden />
        </IconAction>
      </Line>
      <Button
        variant="text"
        size="small"
        disabled={size === standard}
        onClick={() => changeFontSize(standard)}
        sx={{ mx: 'auto', display: 'flex' }}
      >
        {text('tools.standardSize')}
      </Button>
    </Popover>
  );
}
