import { profile } from '@campanero/contract/profile/endpoints';
import { PICTURE_FILES } from '@campanero/contract/shared/files';
import { Button, LinearProgress } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { faultOf } from '../../components/files/file-fault.ts';
import { fileMark } from '../../components/files/file-list.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconPhoto } from '../../components/icons.ts';
import { Inline, Line, Muted, Stacked } from '../../components/layout.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { errorText } from '../../lib/errors.ts';
import { upload } from '../../lib/files.ts';
import { usePicture } from '../../lib/picture.ts';
import { useChange, useEndpointMutation } from '../../lib/changes.ts';
import { applyPhotoUrl } from '../../lib/settings.ts';
import { notify } from '../../lib/snackbar.ts';

/** A chosen picture that is not saved yet. */
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
  const input = useRef<HTMLInputElement>(null);
  const picture = usePicture();
  const { chosen, fault, choose, leave, save, remove, isSaving, isBusy, opener } = useNewPicture();
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
                onClick={() => input.current?.click()}
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
          <Muted sx={{ color: 'text.disabled' }}>
            {chosen ? 'Se guarda el centro de la imagen, como se ve aquí.' : 'JPG, PNG o WebP de hasta 5 MB.'}
          </Muted>
        )}
        <input
          ref={input}
          type="file"
          accept=".jpg,.jpeg,.png,.webp"
          hidden
          aria-label="Foto"
          data-testid="picture-input"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Allows the same file again.
            event.target.value = '';
          }}
        />
      </Stacked>
    </Line>
  );
}
