import {
  BAR_STYLES,
  CONTAINER_WIDTH,
  LAYOUT_STYLES,
  layoutChange,
  type LayoutStyle,
  MODES,
  NAVBAR_STYLES,
  type Settings,
  type SettingsPatch,
} from '@campanero/contract/settings/schemas';
import { Box, FormHelperText, InputAdornment, OutlinedInput, Select, styled, Switch } from '@mui/material';
import { useId, useState } from 'react';
import { Spread } from '../../components/layout.tsx';
import { MenuItem } from '../../components/menu-parts.ts';
import { useText } from '../../i18n/i18n.ts';
import { changeSettings } from '../../lib/settings.ts';
import type { SideNavbarSettings } from '../layout/effective-layout.ts';
import { DisplaySwitch, Heading, LabelText, RadioTile, Row, SegmentedRow, SheetSection } from './fields.tsx';

type Layout = Settings['layout'];
type ConfigPatch = NonNullable<NonNullable<SettingsPatch['layout']>['config']>;
const changeConfig = (config: ConfigPatch) => changeSettings({ layout: { config } } as SettingsPatch);

export function LayoutFields({ layout }: { layout: Layout }) {
  const text = useText();
  const titleId = useId();
  const name = useId();
  return (
    <>
      <SheetSection>
        <Heading of="panels.layout" id={titleId} />
        <Box role="radiogroup" aria-labelledby={titleId} sx={{ display: 'flex', gap: 2, mt: 1.5, mb: 1.5 }}>
          {LAYOUT_STYLES.map((style) => (
            <Tile key={style}>
              <input
                type="radio"
                name={name}
                value={style}
                checked={style === layout.style}
                onChange={() => changeSettings(layoutChange(style))}
              />
              <Drawing viewBox="0 0 84 52" aria-hidden focusable="false">
                <rect data-page width="84" height="52" rx="3" />
                {DRAWINGS[style].map(([part, x, y, width, height]) => (
                  <rect key={`${part} ${y}`} {...{ [`data-${part}`]: '', x, y, width, height, rx: ROUNDING[part] }} />
                ))}
              </Drawing>
              <LabelText of={`panels.${style}`} />
            </Tile>
          ))}
        </Box>
        <SegmentedRow
          label="panels.mode"
          value={layout.config.mode}
          options={MODES}
          onChange={(mode) => changeConfig({ mode })}
        />
        <WidthField key={layout.style} width={layout.config.containerWidth} />
      </SheetSection>
      <SheetSection>
        {layout.style === 'layout1' ? (
          <ColumnFields navbar={layout.config.navbar} />
        ) : (
          <BarFields bar="navbar" {...layout.config.navbar} />
        )}
      </SheetSection>
      <SheetSection>
        <BarFields bar="toolbar" {...layout.config.toolbar} />
        {layout.style !== 'layout1' && (
          <SegmentedRow
            label="panels.position"
            value={layout.config.toolbar.position}
            options={['above', 'below']}
            onChange={(position) => changeConfig({ toolbar: { position } })}
          />
        )}
        <BarFields bar="footer" {...layout.config.footer} />
        <FormHelperText>{text('panelNotes.combinations')}</FormHelperText>
      </SheetSection>
    </>
  );
}

/** layout1's navbar. */
function ColumnFields({ navbar }: { navbar: SideNavbarSettings }) {
  const text = useText();
  const titleId = useId();
  const noteId = useId();
  return (
    <>
      <Spread gap={0}>
        <Heading of="panels.navbar" id={titleId} />
        <DisplaySwitch
          ofId={titleId}
          checked={navbar.display}
          onChange={(display) => changeConfig({ navbar: { display } })}
        />
      </Spread>
      <SegmentedRow
        label="panels.position"
        ofId={titleId}
        value={navbar.position}
        options={['left', 'right']}
        onChange={(position) => changeConfig({ navbar: { position } })}
      />
      <Row label="panels.style">
        {({ labelId }) => (
          <Select
            size="small"
            labelId={`${titleId} ${labelId}`}
            value={navbar.style}
            onChange={({ target }) => changeConfig({ navbar: { style: target.value } })}
          >
            {NAVBAR_STYLES.map((style) => (
              <MenuItem key={style} value={style}>
                <LabelText of={`panels.${style}`} />
              </MenuItem>
            ))}
          </Select>
        )}
      </Row>
      <Row label="panels.folded">
        {({ id }) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginInlineStart: '-6px' }}>
            <Switch
              checked={navbar.folded}
              slotProps={{ input: { id, 'aria-describedby': noteId } }}
              onChange={(_event, folded) => changeConfig({ navbar: { folded } })}
            />
            <FormHelperText id={noteId} sx={{ m: 0 }}>
              {text('panelNotes.folded')}
            </FormHelperText>
          </Box>
        )}
      </Row>
    </>
  );
}

type BarFieldsProps = { bar: 'navbar' | 'toolbar' | 'footer'; display: boolean; style: (typeof BAR_STYLES)[number] };

function BarFields({ bar, display, style }: BarFieldsProps) {
  const change = (next: Partial<BarFieldsProps>) => changeConfig({ [bar]: next });
  const titleId = useId();
  return (
    <SegmentedRow
      label={`panels.${bar}`}
      headingId={titleId}
      end={<DisplaySwitch ofId={titleId} checked={display} onChange={(next) => change({ display: next })} />}
      value={style}
      options={BAR_STYLES}
      onChange={(next) => change({ style: next })}
    />
  );
}

const isWidth = (width: number) =>
  Number.isInteger(width) && width >= CONTAINER_WIDTH.min && width <= CONTAINER_WIDTH.max;

/** Applied as soon as it is valid; the error shows on blur. */
function WidthField({ width }: { width: number }) {
  const text = useText();
  const noteId = useId();
  const [draft, setDraft] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && draft !== undefined && !isWidth(Number(draft));
  return (
    <Row label="panels.containerWidth" isWide>
      {({ id }) => (
        <>
          <OutlinedInput
            id={id}
            size="small"
            fullWidth={false}
            sx={{ display: 'flex', width: 132, marginInlineStart: 'auto' }}
            value={draft ?? width}
            error={isWrong}
            onChange={({ target }) => {
              setLeft(false);
              setDraft(target.value);
              if (isWidth(Number(target.value))) changeConfig({ containerWidth: Number(target.value) });
            }}
            onBlur={() => {
              setLeft(true);
              if (isWidth(Number(draft))) setDraft(undefined);
            }}
            endAdornment={<InputAdornment position="end">px</InputAdornment>}
            slotProps={{ input: { inputMode: 'numeric', 'aria-describedby': isWrong ? noteId : undefined } }}
          />
          {isWrong && (
            <FormHelperText id={noteId} error role="alert">
              {text('panelNotes.width')}
            </FormHelperText>
          )}
        </>
      )}
    </Row>
  );
}

const Tile = styled(RadioTile)(({ theme }) => ({
  padding: 8,
  borderRadius: theme.radius.control,
  border: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  color: theme.palette.text.secondary,
  '&:hover': { borderColor: theme.palette.line.strong },
  '&:has(:checked)': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.palette.primary.main}`,
    color: theme.palette.text.primary,
    fontWeight: 600,
  },
  '& > svg': { display: 'block', width: '100%', height: 'auto', marginBottom: 6 },
}));

const Drawing = styled('svg')(({ theme }) => ({
  '& [data-page]': { fill: theme.palette.surface.subtle },
  '& [data-card]': { fill: theme.palette.background.paper, stroke: theme.palette.line.soft },
  '& [data-bar]': { fill: theme.palette.mode === 'dark' ? theme.palette.line.strong : theme.palette.text.primary },
  '& [data-tool]': { fill: theme.palette.mode === 'dark' ? theme.palette.text.primary : theme.palette.line.strong },
  '& [data-logo]': { fill: theme.palette.secondary.main },
  '&:dir(rtl)': { transform: 'scaleX(-1)' },
}));

type Part = 'card' | 'bar' | 'logo' | 'tool';
/** x, y, width, height of the parts. */
const DRAWINGS: Record<LayoutStyle, readonly (readonly [Part, number, number, number, number])[]> = {
  layout1: [
    ['card', 28, 12, 50, 28],
    ['bar', 0, 0, 20, 52],
    ['logo', 4, 4, 8, 4],
    ['bar', 0, 47, 84, 5],
  ],
  layout2: [
    ['card', 10, 20, 64, 20],
    ['bar', 0, 0, 84, 10],
    ['logo', 4, 3, 8, 4],
    ['tool', 36, 3, 44, 4],
    ['bar', 0, 47, 84, 5],
  ],
  layout3: [
    ['card', 10, 24, 64, 16],
    ['logo', 4, 3, 8, 4],
    ['tool', 28, 3, 28, 4],
    ['bar', 0, 10, 84, 8],
    ['bar', 0, 47, 84, 5],
  ],
};
const ROUNDING = { card: 2, bar: 0, logo: 1, tool: 1 };
