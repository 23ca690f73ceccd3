import { DEFAULT_PAGE_SIZE, DIAL_TEMPLATE_MAX, PAGE_SIZES } from '@campanero/contract/limits';
import { dialTemplateFault } from '@campanero/contract/phone/dial';
import { phone } from '@campanero/contract/phone/endpoints';
import { extensionBody } from '@campanero/contract/phone/schemas';
import { profile } from '@campanero/contract/profile/endpoints';
import { DENSITIES, type Settings } from '@campanero/contract/settings/schemas';
import { PICTURE_FILES } from '@campanero/contract/shared/files';
import {
  Box,
  Button,
  LinearProgress,
  OutlinedInput,
  styled,
  Switch,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { faultOf } from '../../components/files/file-fault.ts';
import { useFileInput } from '../../components/files/file-input.tsx';
import { fileMark } from '../../components/files/file-list.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconPhoto, IconVolume } from '../../components/icons.ts';
import { Faint, Inline, Line, Stacked } from '../../components/layout.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useChange, useEndpointMutation } from '../../lib/changes.ts';
import { errorText } from '../../lib/errors.ts';
import { upload } from '../../lib/files.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { usePicture } from '../../lib/picture.ts';
import { applyPhotoUrl, changeSettings, useSettings } from '../../lib/settings.ts';
import { notify } from '../../lib/snackbar.ts';
import { flexRow } from '../../theme/mixins.ts';

type Preferences = Settings['preferences'];
const change = (preferences: Partial<Preferences>) => changeSettings({ preferences });

const Rows = styled('div')(({ theme }) => ({
  marginBlock: -12,
  '& > div + div': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

/** Label and help at the start, the control at the end or below. */
const Row = styled('div')({
  flexWrap: 'wrap',
  ...flexRow('8px 24px'),
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
        <Faint id={ids.helpId}>{help}</Faint>
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
const trySound = () =>
  import('../../lib/browser/callback-sound.ts')
    .then(({ playCallbackSound }) => playCallbackSound())
    .catch(() => notify.error('Este navegador no puede reproducir el sonido.'));

/** Own preferences. Each change applies at once and is saved by itself. A guest has no start pages. */
export function PreferencesForm({ startPages }: { startPages: readonly { id: string; title: string }[] }) {
  const { shortcutKeys, sound, startPage, rowsPerPage, density, dialTemplate = '' } = useSettings().preferences;
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
      {first && (
        <Preference
          label="Cómo marcar"
          help="Vacío, como la instalación. Si marca con otro programa, su enlace: tel:{e164}, sip:{number}@central…"
        >
          {({ id, helpId }) => (
            <OwnText
              key={dialTemplate}
              id={id}
              helpId={helpId}
              stored={dialTemplate}
              placeholder="Como la instalación"
              maxLength={DIAL_TEMPLATE_MAX}
              faultOf={dialTemplateFault}
              onSave={(template) => change({ dialTemplate: template })}
            />
          )}
        </Preference>
      )}
      {first && (
        <Preference label="Interno" help="Con el que la central lo conoce, si no es por su correo.">
          {({ id, helpId }) => <OwnExtension id={id} helpId={helpId} />}
        </Preference>
      )}
    </Rows>
  );
}

interface OwnTextProps extends Pick<PreferenceIds, 'id' | 'helpId'> {
  stored: string;
  placeholder: string;
  maxLength: number;
  faultOf: (text: string) => string | undefined;
  onSave: (text: string) => void;
  refusal?: string | undefined;
}

/** Saved when the field is left, if it can be used. */
function OwnText({ id, helpId, stored, placeholder, maxLength, faultOf, onSave, refusal }: OwnTextProps) {
  const [typed, setTyped] = useState(stored);
  const [isLeft, setLeft] = useState(false);
  const text = typed.trim();
  const fault = text === '' ? undefined : faultOf(text);
  const save = () => {
    setLeft(true);
    if (fault === undefined && text !== stored) onSave(text);
  };
  const faultId = `${id}-fault`;
  const shown = isLeft ? (fault ?? refusal) : undefined;
  return (
    <Box sx={{ width: '18rem', maxWidth: '100%' }}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={typed}
        placeholder={placeholder}
        error={shown !== undefined}
        inputProps={{
          'aria-describedby': shown ? `${helpId} ${faultId}` : helpId,
          maxLength,
          dir: 'ltr',
          spellCheck: false,
          autoComplete: 'off',
        }}
        onChange={({ target }) => {
          setTyped(target.value);
          setLeft(false);
        }}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      <div id={faultId}>
        <RefusalNote>{shown}</RefusalNote>
      </div>
    </Box>
  );
}

const extensionFault = (extension: string) => extensionBody.safeParse({ extension }).error?.issues[0]?.message;

function OwnExtension(ids: Pick<PreferenceIds, 'id' | 'helpId'>) {
  const { data } = useQuery(endpointQuery('calling-rules', phone.dial));
  const save = useEndpointMutation(phone.setExtension, { refetches: ['calling-rules'] });
  if (!data) return null;
  const stored = data.extension ?? '';
  return (
    <OwnText
      key={stored}
      {...ids}
      stored={stored}
      placeholder="Sin interno"
      maxLength={20}
      faultOf={extensionFault}
      refusal={save.error ? errorText(save.error) : undefined}
      onSave={(extension) =>
        save.mutate({ body: { extension } }, { onSuccess: () => notify.success('Interno guardado.') })
      }
    />
  );
}

function useNewPicture() {
  const opener = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [fault, setFault] = useState<string>();
  // The server crops and resizes it.
  const save = useChange(
    (file: File, options) => {
      const form = new FormData();
      form.append(PICTURE_FILES.field, file);
      return upload(profile.setPicture, { form, ...options });
    },
    { isRepeatable: fileMark, onSuccess: ({ photoURL }) => applyPhotoUrl(photoURL) },
  );
  const remove = useEndpointMutation(profile.removePicture, { onSuccess: () => applyPhotoUrl(null) });
  const isBusy = save.isPending || remove.isPending;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const found = await faultOf(file, PICTURE_FILES);
    setFault(found);
    setChosen(found ? undefined : file);
  };
  // Moves the focus from a button that disappears to the first one.
  const givesFocusBack = useRef(false);
  const leave = () => {
    setChosen(undefined);
    setFault(undefined);
    givesFocusBack.current = true;
  };
  useEffect(() => {
    if (!givesFocusBack.current || isBusy || chosen) return;
    givesFocusBack.current = false;
    opener.current?.focus();
  }, [isBusy, chosen]);
  const done = (sentence: string) => () => {
    leave();
    notify.success(sentence);
  };
  return {
    chosen,
    fault,
    choose,
    leave,
    save: () =>
      chosen &&
      save.mutate(chosen, {
        onSuccess: done('Foto guardada.'),
        onError: (error) => setFault(errorText(error, 'No se pudo guardar la foto. Inténtelo de nuevo.')),
      }),
    remove: () =>
      remove.mutate(undefined, { onSuccess: done('Foto quitada.'), onError: (error) => setFault(errorText(error)) }),
    isSaving: save.isPending,
    isBusy,
    opener,
  };
}

export function OwnPicture({ name }: { name: string }) {
  const picture = usePicture();
  const { chosen, fault, choose, leave, save, remove, isSaving, isBusy, opener } = useNewPicture();
  const input = useFileInput({
    label: 'Foto',
    accept: '.jpg,.jpeg,.png,.webp',
    testId: 'picture-input',
    onChoose: ([file]) => void choose(file),
  });
  return (
    <Line role="group" aria-label="Foto" gap={5} sx={{ mb: 5 }}>
      {/* The centre of the chosen one, as it will be kept. */}
      <PersonAvatar name={name} size={72} picture={chosen ?? picture} />
      <Stacked gap={2} sx={{ minWidth: 0, flex: 1 }}>
        <Inline>
          {chosen ? (
            <>
              <Button variant="contained" size="small" disabled={isBusy} onClick={save}>
                {isSaving ? 'Guardando…' : 'Guardar foto'}
              </Button>
              <Button variant="text" size="small" disabled={isBusy} onClick={leave}>
                Cancelar
              </Button>
            </>
          ) : (
            <>
              <Button
                ref={opener}
                size="small"
                disabled={isBusy}
                startIcon={<IconPhoto size={16} stroke={2} aria-hidden />}
                onClick={input.open}
              >
                {picture ? 'Cambiar foto' : 'Subir foto'}
              </Button>
              {picture && (
                <Button variant="text" size="small" disabled={isBusy} onClick={remove}>
                  Quitar foto
                </Button>
              )}
            </>
          )}
        </Inline>
        <RefusalNote>{fault}</RefusalNote>
        {isSaving && <LinearProgress aria-label="Guardando la foto" />}
        {!isSaving && !fault && (
          <Faint>
            {chosen ? 'Se guarda el centro de la imagen, como se ve aquí.' : 'JPG, PNG o WebP de hasta 5 MB.'}
          </Faint>
        )}
        {input.element}
      </Stacked>
    </Line>
  );
}
