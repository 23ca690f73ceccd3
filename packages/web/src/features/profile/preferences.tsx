import { DENSITIES, type Settings } from '@campanero/contract/settings/schemas';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@campanero/contract/limits';
import { Box, styled, Switch, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { IconVolume } from '../../components/icons.ts';
import { Muted } from '../../components/layout.tsx';
import { notify } from '../../lib/snackbar.ts';
import { changeSettings, useSettings } from '../../lib/settings.ts';

type Preferences = Settings['preferences'];
const change = (preferences: Partial<Preferences>) => changeSettings({ preferences });

const Rows = styled('div')(({ theme }) => ({
  marginBlock: -12,
  '& > div + div': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

/** Label and help at the start, the control at the end or below. */
const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 24px',
  paddingBlock: 12,
  minHeight: '3.75rem',
  '& > :first-of-type': { flex: '1 1 200px', minWidth: 0 },
  '& > :last-child': { display: 'flex', alignItems: 'center', gap: 12, flex: 'none' },
});

type PreferenceIds = Record<'id' | 'labelId' | 'helpId', string>;
type PreferenceProps = { label: string; help: string; children: (ids: PreferenceIds) => ReactNode };

function Preference({ label, help, children }: PreferenceProps) {
  const id = useId();
  const ids = { id, labelId: `${id}-label`, helpId: `${id}-help` };
  return (
    <Row>
      <div>
        <Box component="label" id={ids.labelId} htmlFor={id} sx={{ fontWeight: 550 }}>
          {label}
        </Box>
        <Muted id={ids.helpId} sx={{ color: 'text.disabled' }}>
          {help}
        </Muted>
      </div>
      <div>{children(ids)}</div>
    </Row>
  );
}

const preferenceSwitch = ({ id, helpId }: PreferenceIds, isOn: boolean, onChange: (isOn: boolean) => void) => (
  <Switch
    id={id}
    checked={isOn}
    onChange={(_event, checked) => onChange(checked)}
    slotProps={{ input: { role: 'switch', 'aria-describedby': helpId } }}
  />
);

const DENSITY_NAMES: Record<Preferences['density'], string> = { comfortable: 'Cómoda', compact: 'Compacta' };

/** Browsers require a user gesture. */
async function trySound(): Promise<void> {
  try {
    const { playCallbackSound } = await import('../../lib/browser/callback-sound.ts');
    await playCallbackSound();
  } catch {
    notify.error('Este navegador no puede reproducir el sonido.');
  }
}

/** Own preferences. Each change applies at once and is saved by itself. A guest has no start pages. */
export function PreferencesForm({ startPages }: { startPages: readonly { id: string; title: string }[] }) {
  const { shortcutKeys, sound, startPage, rowsPerPage, density } = useSettings().preferences;
  const [first] = startPages;
  return (
    <Rows>
      {first && (
        <Preference label="Página de inicio" help="La que se abre al ingresar.">
          {({ labelId }) => (
            <ChoiceMenu
              outlined
              labelledBy={labelId}
              value={startPages.find(({ id }) => id === startPage)?.id ?? first.id}
              options={startPages.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={(id) => change({ startPage: id })}
              style={{ minWidth: 168 }}
            />
          )}
        </Preference>
      )}
      <Preference label="Filas por página" help="Con cuántas empiezan las listas.">
        {({ labelId }) => (
          <ChoiceMenu
            outlined
            labelledBy={labelId}
            value={rowsPerPage ?? DEFAULT_PAGE_SIZE}
            options={PAGE_SIZES.map((size) => ({ value: size, label: String(size) }))}
            onChange={(size) => change({ rowsPerPage: size })}
            style={{ minWidth: 88 }}
          />
        )}
      </Preference>
      <Preference label="Densidad de las tablas" help="Compacta muestra más filas a la vez.">
        {({ labelId, helpId }) => (
          <ToggleButtonGroup
            exclusive
            aria-labelledby={labelId}
            aria-describedby={helpId}
            value={density}
            onChange={(_event, chosen: Preferences['density'] | null) => chosen && change({ density: chosen })}
          >
            {DENSITIES.map((each) => (
              <ToggleButton key={each} value={each}>
                {DENSITY_NAMES[each]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Preference>
      <Preference label="Sonido de los rellamados" help="Avisa a la hora de volver a llamar, también en segundo plano.">
        {(ids) => (
          <>
            <ActionButton variant="text" size="small" icon={IconVolume} stroke={2} onClick={() => void trySound()}>
              Probar
            </ActionButton>
            {preferenceSwitch(ids, sound, (isOn) => change({ sound: isOn }))}
          </>
        )}
      </Preference>
      <Preference label="Atajos de teclado" help="Desactívelos si usa un lector de pantalla o el control por voz.">
        {(ids) => preferenceSwitch(ids, shortcutKeys, (isOn) => change({ shortcutKeys: isOn }))}
      </Preference>
    </Rows>
  );
}
