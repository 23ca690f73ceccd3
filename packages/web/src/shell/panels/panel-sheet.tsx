import { DARK_SCHEMES, DERIVED_SCHEMES, LIGHT_SCHEMES, type PartSchemeId } from '@campanero/contract/settings/schemes';
import {
  Box,
  FormControlLabel,
  IconButton,
  Radio,
  RadioGroup,
  Select,
  styled,
  SwipeableDrawer,
  Switch,
  type Theme,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { IconX } from '../../components/icons.ts';
import { Spread } from '../../components/layout.tsx';
import { MenuItem } from '../../components/menu-parts.ts';
import { useLanguage, useShellText, useText } from '../../i18n/i18n.ts';
import { changeSettings, useSettings } from '../../lib/settings.ts';
import { type Look, lookOf, ownScheme, rolesOf, schemeOfPart, SHELL_PARTS } from '../../theme/schemes.ts';
import { usePrefersDark } from '../../theme/theme-provider.tsx';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import { ColorSchemes, schemeName } from './color-schemes.tsx';
import { EDGE_TAB, EdgeTab } from './edge-tab.tsx';
import { Heading, LabelText, Row, SheetSection } from './fields.tsx';
import { LayoutFields } from './layout-fields.tsx';
import { openPanel, usePanel } from './open-panel.ts';

const WIDTH = 380;
const close = () => openPanel(null);

/** The open panel without backdrop, so that changes show at once. */
export function PanelSheet() {
  const panel = usePanel();
  // The last panel stays rendered while it slides out.
  const [shown, setShown] = useState(panel ?? 'themeSettings');
  if (panel && panel !== shown) setShown(panel);
  const { text, langOf, lang } = useShellText();
  const titleId = useId();
  return (
    <SwipeableDrawer
      anchor="right"
      open={panel !== null}
      onOpen={() => undefined}
      onClose={close}
      disableSwipeToOpen
      disableDiscovery
      ModalProps={{ disableScrollLock: true, keepMounted: false }}
      slotProps={{
        backdrop: { invisible: true },
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          lang,
          'data-keep-clear': '',
          sx: (theme: Theme) => ({
            width: `min(${WIDTH}px, 90%, calc(100% - ${EDGE_TAB.width}px))`,
            // The tab overflows; the content scrolls itself.
            overflow: 'visible',
            bgcolor: 'background.paper',
            borderInlineStart: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
          }),
        } as object,
      }}
    >
      <EdgeTab sx={{ position: 'absolute', insetInlineEnd: '100%' }} />
      <Spread
        gap={0}
        sx={{ flex: 'none', height: BAR_HEIGHT, paddingInline: '24px 12px', borderBottom: 1, borderColor: 'line.soft' }}
      >
        <Typography id={titleId} variant="h2" lang={langOf(`panels.${shown}`)} sx={{ fontSize: '1.0625rem' }}>
          {text(`panels.${shown}`)}
        </Typography>
        <IconButton aria-label={text('panelNotes.close')} onClick={close}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Spread>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}>
        {shown === 'themeSettings' ? <ThemeSettings /> : <ColorSchemes />}
      </Box>
    </SwipeableDrawer>
  );
}

function ThemeSettings() {
  const { layout, customScrollbars, direction } = useSettings();
  const language = useLanguage();
  return (
    <>
      <LayoutFields layout={layout} />
      <SchemeFields />
      <SheetSection>
        <Row label="panels.customScrollbars" isWide>
          {({ id }) => (
            <Switch
              checked={customScrollbars}
              slotProps={{ input: { id } }}
              onChange={(_event, next) => changeSettings({ customScrollbars: next })}
              sx={{ display: 'flex', marginInline: 'auto 0' }}
            />
          )}
        </Row>
        <Row label="panels.direction" isWide>
          {({ labelId }) => (
            <RadioGroup
              row
              aria-labelledby={labelId}
              value={direction}
              // With the language: a record with a direction alone is of an older version.
              onChange={(_event, next) => changeSettings({ language, direction: next === 'rtl' ? 'rtl' : 'ltr' })}
              sx={{ justifyContent: 'flex-end', gap: 3, flexWrap: 'nowrap', '& > label': { m: 0 } }}
            >
              {(['rtl', 'ltr'] as const).map((value) => (
                <FormControlLabel key={value} value={value} control={<Radio />} label={value.toUpperCase()} />
              ))}
            </RadioGroup>
          )}
        </Row>
      </SheetSection>
    </>
  );
}

const MAIN_CHOICES = ['default', ...LIGHT_SCHEMES, ...DARK_SCHEMES] as const;
const PART_CHOICES = [...DERIVED_SCHEMES, ...MAIN_CHOICES] as const;

function SchemeFields() {
  const { theme } = useSettings();
  const prefersDark = usePrefersDark();
  const main = ownScheme(theme.main, prefersDark);
  return (
    <SheetSection>
      <Heading of="panels.theme" />
      {(['main', ...SHELL_PARTS] as const).map((part) => (
        <Row key={part} label={`panels.${part}`}>
          {({ labelId }) => (
            <Select
              size="small"
              labelId={labelId}
              value={part === 'main' ? theme.main : schemeOfPart(part, theme, main)}
              onChange={({ target }) => changeSettings({ theme: { [part]: target.value } })}
              MenuProps={{ slotProps: { paper: { sx: { maxHeight: 400 } } } }}
            >
              {(part === 'main' ? MAIN_CHOICES : PART_CHOICES).map((scheme) => (
                <MenuItem key={scheme} value={scheme}>
                  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                    <Swatch look={lookOf(scheme, main, prefersDark)} />
                    <SchemeName scheme={scheme} />
                  </Box>
                </MenuItem>
              ))}
            </Select>
          )}
        </Row>
      ))}
    </SheetSection>
  );
}

function SchemeName({ scheme }: { scheme: PartSchemeId }) {
  const text = useText();
  if (scheme === 'main-light' || scheme === 'main-dark') return <LabelText of={`panels.${scheme}`} />;
  if (scheme === 'grafito') return <span lang="es">Grafito</span>;
  if (scheme === 'default') return <span>{`${schemeName('campanero')} · ${text('shell.system')}`}</span>;
  return <span lang="es">{schemeName(scheme)}</span>;
}

const Stripes = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'flex',
  width: 42,
  height: 16,
  overflow: 'hidden',
  borderRadius: theme.radius.key,
  boxShadow: `0 0 0 1px ${theme.palette.line.soft}`,
  '& > i': { flex: 1 },
}));

function Swatch({ look }: { look: Look }) {
  const { primary, brass, canvas } = rolesOf(look);
  return (
    <Stripes aria-hidden>
      {[primary, brass, canvas].map((color, index) => (
        // eslint-disable-next-line react/no-array-index-key -- three places, always the same.
        <i key={index} style={{ background: color }} />
      ))}
    </Stripes>
  );
}
