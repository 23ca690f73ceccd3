import { installation } from '@campanero/contract/installation/endpoints';
import { LOGO_FILES } from '@campanero/contract/shared/files';
import { Box, Button, FormLabel, styled } from '@mui/material';
import { useId, useState } from 'react';
import { z } from 'zod';
import { BlobImage } from '../../components/files/blob.tsx';
import { faultOf } from '../../components/files/file-fault.ts';
import { useFileInput } from '../../components/files/file-input.tsx';
import { fileMark } from '../../components/files/file-list.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { Hint, Inline, Line, Muted, Stacked } from '../../components/layout.tsx';
import { CityLogo } from '../../components/logo.tsx';
import { useChange, useEndpointMutation } from '../../lib/changes.ts';
import { errorText } from '../../lib/errors.ts';
import { upload as uploadForm } from '../../lib/files.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { useInstallation } from '../../lib/installation.ts';
import { notify } from '../../lib/snackbar.ts';
import { outlinedCard, square } from '../../theme/mixins.ts';
import { INK } from '../../theme/tokens.ts';
import { INSTALLATION_FAILED, installationSaved, reloadInstallation, STEP_FORM, useChangeInstallation } from './api.ts';

const SAVED = 'Ciudad guardada.';

const cityValues = z.object({ city: z.string() });
const CITY_LABELS = { city: 'Nombre de la ciudad' };

/** One button saves the logo and the name, each with its own request. */
export function CityFields() {
  const facts = useInstallation();
  const change = useChangeInstallation();
  const logo = useNewLogo();
  const { form, status } = useRecordForm({
    name: 'installation',
    schema: cityValues,
    rules: cityValues,
    record: facts,
    valuesOf: (record = facts) => ({ city: record.city }),
    reload: reloadInstallation,
    send: ({ changes, version }) => change.mutateAsync({ body: { ...changes, version } }),
    failed: INSTALLATION_FAILED,
    done: SAVED,
  });
  const isLogoChanged = logo.chosen !== undefined;
  const submit = async () => {
    if (isLogoChanged && !(await logo.save())) return;
    if (status.isDirty) status.submit();
    else notify.success(SAVED);
  };
  const whole = {
    ...status,
    isDirty: status.isDirty || isLogoChanged,
    isReady: status.isReady || (isLogoChanged && !status.isUndecided),
    isPending: status.isPending || logo.isPending,
    refusal: logo.refusal ?? status.refusal,
    submit: () => void submit(),
  };
  return (
    <InlineForm {...STEP_FORM} gap={4} status={whole} action="Guardar ciudad" labels={CITY_LABELS}>
      <TextInput
        form={form}
        name="city"
        label={CITY_LABELS.city}
        help="Se ve al ingresar, en el menú, en los correos y en los archivos que se exportan."
        placeholder="Municipalidad de …"
      />
      <LogoFields logo={logo} logoURL={facts.logoURL} />
    </InlineForm>
  );
}

type NewLogo = ReturnType<typeof useNewLogo>;

function useNewLogo() {
  /** Null: to be removed. */
  const [chosen, setChosen] = useState<File | null>();
  const [fault, setFault] = useState<string>();
  // The server resizes the image.
  const upload = useChange(
    (file: File, options) => {
      const form = new FormData();
      form.append(LOGO_FILES.field, file);
      return uploadForm(installation.setLogo, { form, ...options });
    },
    { ...installationSaved, isRepeatable: fileMark },
  );
  const remove = useEndpointMutation(installation.removeLogo, installationSaved);
  const error = upload.error ?? remove.error;
  const choose = async (file: File | null | undefined) => {
    const found = file && (await faultOf(file, LOGO_FILES));
    upload.reset();
    remove.reset();
    setFault(found ?? undefined);
    if (!found) setChosen(file);
  };
  return {
    chosen,
    choose,
    fault,
    refusal: error ? errorText(error, INSTALLATION_FAILED) : undefined,
    isPending: upload.isPending || remove.isPending,
    /** False if it is refused. */
    save: async () => {
      const saved = await (chosen ? upload.mutateAsync(chosen) : remove.mutateAsync()).catch(() => undefined);
      if (saved) setChosen(undefined);
      return saved !== undefined;
    },
  };
}

const PREVIEW_GROUNDS = [INK.light, '#ffffff'];
const LogoTile = styled(Box)(({ theme }) => ({
  ...square(64),
  ...outlinedCard(theme, 'control'),
  '& img': { width: 40, height: 40, objectFit: 'contain' },
}));

function LogoFields({
  logo: { chosen, choose, fault, isPending },
  logoURL,
}: {
  logo: NewLogo;
  logoURL: string | null;
}) {
  const labelId = useId();
  const input = useFileInput({
    label: 'Logo de la ciudad',
    accept: '.png,.jpg,.jpeg,image/png,image/jpeg',
    testId: 'logo-input',
    onChoose: ([file]) => file && void choose(file),
  });
  const isShown = chosen ?? (chosen === undefined && logoURL !== null);
  return (
    <Stacked gap={2} role="group" aria-labelledby={labelId}>
      <FormLabel component="div" id={labelId}>
        Logo
      </FormLabel>
      <Inline>
        {isShown && (
          <Line component="figure" sx={{ m: 0 }}>
            {PREVIEW_GROUNDS.map((ground) => (
              <LogoTile key={ground} sx={{ bgcolor: ground }}>
                {chosen ? <BlobImage blob={chosen} alt="" /> : <CityLogo src={logoURL} size={40} />}
              </LogoTile>
            ))}
            <Hint component="figcaption">Así se ve en el menú y en los correos.</Hint>
          </Line>
        )}
        <Button onClick={input.open} disabled={isPending}>
          {isShown ? 'Cambiar logo' : 'Elegir logo'}
        </Button>
        {chosen !== undefined ? (
          <Button variant="text" onClick={() => void choose(undefined)} disabled={isPending}>
            Cancelar
          </Button>
        ) : (
          logoURL && (
            <Button variant="text" onClick={() => void choose(null)}>
              Quitar logo
            </Button>
          )
        )}
        <Muted sx={{ color: 'text.disabled' }}>{chosen === null ? 'Se quita al guardar.' : 'PNG o JPG'}</Muted>
        {input.element}
      </Inline>
      <RefusalNote>{fault}</RefusalNote>
    </Stacked>
  );
}
