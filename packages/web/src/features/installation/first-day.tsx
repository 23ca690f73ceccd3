import { FIRST_STEPS, type FirstStep, installation } from '@campanero/contract/installation/endpoints';
import { AREA_CODES } from '@campanero/contract/shared/area-codes';
import { LOGO_FILES } from '@campanero/contract/shared/files';
import { Alert, Box, Button, Link as MuiLink, Paper, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { faultOf } from '../../components/files/file-fault.ts';
import { useFileInput } from '../../components/files/file-input.tsx';
import { fileMark } from '../../components/files/file-list.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { StepCircle } from '../../components/form/wizard-steps.tsx';
import { IconCheck, IconFlag } from '../../components/icons.ts';
import { Centered, Inline, Muted } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { errorText } from '../../lib/errors.ts';
import { upload } from '../../lib/files.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { installationQuery, useInstallation } from '../../lib/installation.ts';
import { fetchFresh, useChange, useEndpointMutation } from '../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';

const firstDayQuery = () => endpointQuery('installation', installation.firstDay, undefined, { staleTime: 0 });
const firstDayKey = endpointKey('installation', installation.firstDay);
const installationSaved = { replaces: installationQuery, changes: [firstDayKey] };
const reload = () => fetchFresh(installationQuery());
const useChangeInstallation = () => useEndpointMutation(installation.change, installationSaved);
const useCloseFirstDay = () => useEndpointMutation(installation.closeFirstDay, { replaces: firstDayQuery });

const FAILED = 'No fue posible guardar, por favor inténtelo de nuevo o contacte con el soporte.';

type StepProps = { step: FirstStep; title: string; isDone: boolean; children: ReactNode };

function Step({ step, title, isDone, children }: StepProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      data-done={isDone ? '' : undefined}
      sx={{ maxWidth: 800, p: { xs: 4, sm: 5 }, mb: 4, display: 'flex', gap: { xs: 3, sm: 4 } }}
    >
      <StepCircle aria-hidden>
        {isDone ? <IconCheck size={14} stroke={2.5} /> : FIRST_STEPS.indexOf(step) + 1}
      </StepCircle>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        <Typography variant="h2" id={id}>
          {title}
          {isDone && (
            <Typography component="span" variant="body2" color="textDisabled">
              {' '}
              · hecho
            </Typography>
          )}
        </Typography>
        {children}
      </Box>
    </Paper>
  );
}

interface FirstDayProps {
  links: { profile: string; import: string; createUser: string; createCampaign: (template: string) => string };
  templates: readonly { id: string; name: string; purpose: string }[];
  districts: readonly { id: string; name: string }[] | undefined;
}

export function FirstDaySteps({ links, templates, districts }: FirstDayProps) {
  const day = useQuery(firstDayQuery());
  const close = useCloseFirstDay();
  if (!day.data)
    return day.error ? (
      <Centered component={Paper} sx={{ minHeight: 320, maxWidth: 800 }}>
        <ErrorState message={errorText(day.error)} onRetry={() => void day.refetch()} />
      </Centered>
    ) : (
      <Delayed>
        <Skeleton width="100%" height={420} sx={{ maxWidth: 800 }} />
      </Delayed>
    );
  const isDone = (step: FirstStep) => day.data.done.includes(step);
  const isClosed = day.data.closedAt !== null;
  return (
    <>
      <Inline gap={3} sx={{ maxWidth: 800, mb: 4 }}>
        <Typography role="status" sx={{ flex: '1 1 18rem' }}>
          {day.data.done.length === FIRST_STEPS.length
            ? 'Todo está hecho: el producto está listo para trabajar.'
            : `${day.data.done.length} de ${FIRST_STEPS.length} pasos hechos. Puede dejarlos y retomarlos cuando quiera.`}
        </Typography>
        <Button disabled={close.isPending} onClick={() => close.mutate({ body: { closed: !isClosed } })}>
          {isClosed ? 'Volver a recordarlos' : 'No recordarlos más'}
        </Button>
      </Inline>
      <Step step="password" title="Su contraseña" isDone={isDone('password')}>
        <Typography>
          {isDone('password') ? 'Ya no usa la que se le dio al instalar. ' : 'Cambie la que se le dio al instalar. '}
          Puede cambiarla y activar el segundo factor en{' '}
          <MuiLink component={Link} to={links.profile}>
            Mi perfil
          </MuiLink>
          .
        </Typography>
      </Step>
      <Step step="city" title="La ciudad" isDone={isDone('city')}>
        <CityFields />
      </Step>
      <Step step="mail" title="El correo" isDone={isDone('mail')}>
        <MailTest />
      </Step>
      <Step step="place" title="El lugar" isDone={isDone('place')}>
        <PlaceFields districts={districts} />
      </Step>
      <Step step="users" title="Las personas" isDone={isDone('users')}>
        <Typography>Cada persona recibe una invitación por correo y elige su propia contraseña.</Typography>
        <Inline>
          <Button component={Link} to={links.import}>
            Importar usuarios
          </Button>
          <Button component={Link} to={links.createUser}>
            Crear un usuario
          </Button>
        </Inline>
      </Step>
      <Step step="campaign" title="La primera campaña" isDone={isDone('campaign')}>
        <Typography>
          Empiece de una plantilla: trae objetivo, estados, guion y fechas, y todo se puede cambiar.
        </Typography>
        {templates.map(({ id, name, purpose }) => (
          <Inline key={id}>
            <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 550 }}>{name}</Typography>
              <Muted>{purpose}</Muted>
            </Box>
            <Button component={Link} to={links.createCampaign(id)} aria-label={`Usar la plantilla ${name}`}>
              Usar
            </Button>
          </Inline>
        ))}
      </Step>
    </>
  );
}

const cityValues = z.object({ city: z.string() });
const CITY_LABELS = { city: 'Nombre de la ciudad' };

function CityFields() {
  const facts = useInstallation();
  const change = useChangeInstallation();
  const { form, status } = useRecordForm({
    name: 'installation',
    schema: cityValues,
    rules: cityValues,
    record: facts,
    valuesOf: (record = facts) => ({ city: record.city }),
    reload,
    send: ({ changes, version }) => change.mutateAsync({ body: { ...changes, version } }),
    failed: FAILED,
    done: 'Nombre guardado.',
  });
  return (
    <>
      <InlineForm
        status={status}
        action="Guardar nombre"
        labels={CITY_LABELS}
        variant="outlined"
        isAtStart
        isCompact
        gap={2}
      >
        <TextInput
          form={form}
          name="city"
          label={CITY_LABELS.city}
          help="Se ve al ingresar, en el menú, en los correos y en los archivos que se exportan."
          placeholder="Municipalidad de …"
        />
      </InlineForm>
      <LogoFields logoURL={facts.logoURL} />
    </>
  );
}

function LogoFields({ logoURL }: { logoURL: string | null }) {
  // The server resizes the image.
  const logo = useChange(
    (file: File, options) => {
      const form = new FormData();
      form.append(LOGO_FILES.field, file);
      return upload(installation.setLogo, { form, ...options });
    },
    { ...installationSaved, isRepeatable: fileMark, done: 'Logo guardado.' },
  );
  const remove = useEndpointMutation(installation.removeLogo, installationSaved);
  const [fault, setFault] = useState<string>();
  const choose = async ([file]: File[]) => {
    if (!file) return;
    const found = await faultOf(file, LOGO_FILES);
    setFault(found);
    if (!found) logo.mutate(file);
  };
  const input = useFileInput({
    label: 'Logo de la ciudad',
    accept: '.png,.jpg,.jpeg,image/png,image/jpeg',
    testId: 'logo-input',
    onChoose: (files) => void choose(files),
  });
  const error = logo.error ?? remove.error;
  return (
    <>
      <Inline>
        {logoURL && (
          <Box
            component="img"
            src={logoURL}
            alt="Logo de la ciudad"
            sx={{ height: 48, maxWidth: 160, objectFit: 'contain' }}
          />
        )}
        <Button onClick={input.open} disabled={logo.isPending}>
          {logo.isPending ? 'Subiendo…' : logoURL ? 'Cambiar logo' : 'Subir logo'}
        </Button>
        {logoURL && (
          <Button variant="text" onClick={() => remove.mutate()} disabled={remove.isPending}>
            Quitar logo
          </Button>
        )}
        <Muted sx={{ color: 'text.disabled' }}>PNG o JPG</Muted>
        {input.element}
      </Inline>
      <RefusalNote>{fault ?? (error ? errorText(error, FAILED) : undefined)}</RefusalNote>
    </>
  );
}

function MailTest() {
  const test = useEndpointMutation(installation.testMail, { refetches: [firstDayKey], timeoutMs: 100_000 });
  return (
    <>
      <Typography>Las invitaciones y los avisos salen por correo. Envíese uno de prueba.</Typography>
      <Box>
        <Button onClick={() => test.mutate()} disabled={test.isPending}>
          {test.isPending ? 'Enviando…' : 'Enviar correo de prueba'}
        </Button>
      </Box>
      {test.data && (
        <Alert severity={test.data.sent ? 'success' : 'warning'} role="status">
          {test.data.text}
        </Alert>
      )}
      <RefusalNote>{test.error ? errorText(test.error, FAILED) : undefined}</RefusalNote>
    </>
  );
}

const AREAS = AREA_CODES.toSorted().map((code) => ({ id: code, name: code }));

const placeValues = z.object({ districtId: z.string().nullable(), areaCode: z.string().nullable() });
const PLACE_LABELS = { districtId: 'Distrito de la ciudad', areaCode: 'Código de área de la ciudad' };

/** Not a form: each choice is saved at once, and conflicts are chosen below. */
function PlaceFields({ districts }: Pick<FirstDayProps, 'districts'>) {
  const facts = useInstallation();
  const change = useChangeInstallation();
  const draft = useRecordDraft({
    name: 'installation-place',
    schema: placeValues,
    record: facts,
    valuesOf: ({ districtId, areaCode }) => ({ districtId, areaCode }),
    reload,
  });
  const { values, conflicts } = draft;
  const inWords = (field: string, value: unknown) =>
    (field === 'districtId' ? districts?.find(({ id }) => id === value)?.name : (value as string | null)) ?? '';
  const save = (parts: Partial<typeof values>, saved: string) =>
    void draft
      .save(({ changes, version }) => change.mutateAsync({ body: { ...changes, version } }), parts)
      .then((isSaved) => isSaved && notify.success(saved))
      // Shown below.
      .catch(() => undefined);
  return (
    <>
      <ChoiceField
        label={PLACE_LABELS.districtId}
        help="Las campañas nuevas empiezan con él."
        options={districts}
        value={values.districtId}
        clearable
        onChange={(districtId) => save({ districtId }, 'Distrito guardado.')}
      />
      <ChoiceField
        label={PLACE_LABELS.areaCode}
        help="Completa los teléfonos que se cargan sin código de área, de personas del distrito o sin lugar."
        options={AREAS}
        value={values.areaCode}
        clearable
        onChange={(areaCode) => save({ areaCode }, 'Código de área guardado.')}
      />
      <ConflictChoices conflicts={conflicts} labels={PLACE_LABELS} inWords={inWords} onChoose={draft.choose} />
      {conflicts.length > 0 && (
        <Button
          disabled={!draft.isReady || change.isPending}
          sx={{ justifySelf: 'start' }}
          onClick={() => save({}, 'Lugar guardado.')}
        >
          Guardar
        </Button>
      )}
      <RefusalNote>{change.error && conflicts.length === 0 ? errorText(change.error, FAILED) : undefined}</RefusalNote>
    </>
  );
}

/** Until there is a campaign or it is dismissed. */
export function FirstDayReminder({ to }: { to: string }) {
  const day = useQuery(firstDayQuery());
  const close = useCloseFirstDay();
  if (!day.data || day.data.closedAt !== null || day.data.done.includes('campaign')) return null;
  return (
    <Alert
      severity="info"
      icon={<IconFlag size={18} stroke={1.75} aria-hidden />}
      sx={{ mb: 4, alignItems: { sm: 'center' }, '& .MuiAlert-message': { flex: 1 } }}
    >
      <Inline>
        <Box sx={{ flex: { xs: '1 1 100%', sm: 1 } }}>
          {`Primeros pasos: ${day.data.done.length} de ${FIRST_STEPS.length} hechos.`}
        </Box>
        <Button size="small" component={Link} to={to}>
          Seguir
        </Button>
        <Button
          size="small"
          variant="text"
          onClick={() => close.mutate({ body: { closed: true } })}
          disabled={close.isPending}
        >
          Ahora no
        </Button>
      </Inline>
    </Alert>
  );
}
