import {
  BAR_STYLES,
  CONTAINER_WIDTH,
  LAYOUT_STYLES,
  layoutChange,
  MODES,
  NAVBAR_STYLES,
  type Settings,
  type SettingsPatch,
} from '@campanero/contract/settings/schemas';
import { Box, FormHelperText, InputAdornment, OutlinedInput, Select, Switch } from '@mui/material';
import { useId, useState } from 'react';
import { MenuItem } from '../../components/menu-parts.ts';
import { useText } from '../../i18n/i18n.ts';
import { changeSettings } from '../../lib/settings.ts';
import type { SideNavbarSettings } from '../layout/effective-layout.ts';
import { DisplaySwitch, Heading, LabelText, Row, SegmentedRow, SheetSection } from './fields.tsx';
import { LayoutTile } from './layout-tile.tsx';

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
            <LayoutTile
              key={style}
              layout={style}
              name={name}
              isChosen={style === layout.style}
              onChoose={() => changeSettings(layoutChange(style))}
            />
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
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Heading of="panels.navbar" id={titleId} />
        <DisplaySwitch
          ofId={titleId}
          checked={navbar.display}
          onChange={(display) => changeConfig({ navbar: { display } })}
        />
      </Box>
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

interface BarFieldsProps {
  bar: 'navbar' | 'toolbar' | 'footer';
  display: boolean;
  style: (typeof BAR_STYLES)[number];
}

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
