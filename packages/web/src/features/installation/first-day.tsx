import type { Reply } from '@campanero/contract/endpoint';
import { FIRST_STEPS, type FirstStep, installation } from '@campanero/contract/installation/endpoints';
import { AREA_CODES } from '@campanero/contract/shared/area-codes';
import { Alert, Box, Button, LinearProgress, Link as MuiLink, Paper, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { StepCircle } from '../../components/form/wizard-steps.tsx';
import { IconCheck, IconFlag } from '../../components/icons.ts';
import { Centered, Faint, Inline, Line, Muted } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { errorText } from '../../lib/errors.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { useInstallation } from '../../lib/installation.ts';
import {
  firstDayKey,
  firstDayQuery,
  INSTALLATION_FAILED,
  reloadInstallation,
  STEP_FORM,
  useChangeInstallation,
  useCloseFirstDay,
} from './api.ts';
import { CityFields } from './city-fields.tsx';

type StepProps = { step: FirstStep; title: string; isDone: boolean; children: ReactNode };

/** One line if it was done before; a step that is being done stays open. */
function Step({ step, title, isDone, children }: StepProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(!isDone);
  const canClose = isDone || !isOpen;
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      data-done={isDone ? '' : undefined}
      sx={{ maxWidth: 800, px: { xs: 4, sm: 5 }, py: isOpen ? { xs: 4, sm: 5 } : 2, mb: 3, display: 'flex', gap: 4 }}
    >
      <StepCircle aria-hidden sx={{ mt: isOpen ? 0 : 2 }}>
        {isDone ? <IconCheck size={14} stroke={2.5} /> : FIRST_STEPS.indexOf(step) + 1}
      </StepCircle>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        <Line sx={{ minHeight: isOpen ? undefined : '2.5rem' }}>
          <Typography variant="h2" id={id} sx={{ flex: 1 }}>
            {title}
            {isDone && <Faint component="span"> · hecho</Faint>}
          </Typography>
          {canClose && (
            <Button
              size="small"
              variant="text"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Cerrar' : 'Ver'} ${title}`}
              onClick={() => setOpen(!isOpen)}
              sx={{ minHeight: '2.5rem', my: isOpen ? -2 : 0 }}
            >
              {isOpen ? 'Cerrar' : 'Ver'}
            </Button>
          )}
        </Line>
        {isOpen && children}
      </Box>
    </Paper>
  );
}

interface FirstDayProps {
  /** Of the `paths` of the app. */
  links: { profile: string; userImport: string; userCreate: string; campaignTemplate: (template: string) => string };
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
  const count = day.data.done.length;
  return (
    <>
      <Box sx={{ maxWidth: 800, mb: 4 }}>
        <Line gap={3} sx={{ mb: 2 }}>
          <Typography role="status" sx={{ flex: 1 }}>
            {count === FIRST_STEPS.length
              ? 'Todo está hecho: el producto está listo para trabajar.'
              : `${count} de ${FIRST_STEPS.length} pasos hechos. Puede dejarlos y retomarlos cuando quiera.`}
          </Typography>
          <Button
            size="small"
            variant="text"
            disabled={close.isPending}
            onClick={() => close.mutate({ body: { closed: !isClosed } })}
            sx={{ minHeight: '2.5rem', flex: 'none', color: 'text.secondary' }}
          >
            {isClosed ? 'Volver a recordarlos' : 'No recordarlos más'}
          </Button>
        </Line>
        <LinearProgress variant="determinate" aria-hidden value={(100 * count) / FIRST_STEPS.length} />
      </Box>
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
          <Button component={Link} to={links.userImport}>
            Importar usuarios
          </Button>
          <Button component={Link} to={links.userCreate}>
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
            <Button component={Link} to={links.campaignTemplate(id)} aria-label={`Usar la plantilla ${name}`}>
              Usar
            </Button>
          </Inline>
        ))}
      </Step>
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
      <RefusalNote>{test.error ? errorText(test.error, INSTALLATION_FAILED) : undefined}</RefusalNote>
    </>
  );
}

const AREAS = AREA_CODES.toSorted().map((code) => ({ id: code, name: code }));

const placeValues = z.object({ districtId: z.string().nullable(), areaCode: z.string().nullable() });
const PLACE_LABELS = { districtId: 'Distrito de la ciudad', areaCode: 'Código de área de la ciudad' };

function PlaceFields({ districts }: Pick<FirstDayProps, 'districts'>) {
  const facts = useInstallation();
  const change = useChangeInstallation();
  const { form, status } = useRecordForm({
    name: 'installation-place',
    schema: placeValues,
    rules: placeValues,
    record: facts,
    valuesOf: (record = facts) => ({ districtId: record.districtId, areaCode: record.areaCode }),
    reload: reloadInstallation,
    send: ({ changes, version }) => change.mutateAsync({ body: { ...changes, version } }),
    failed: INSTALLATION_FAILED,
    done: 'Lugar guardado.',
  });
  const inWords = (field: string, value: unknown) =>
    (field === 'districtId' ? districts?.find(({ id }) => id === value)?.name : (value as string | null)) ?? '';
  return (
    <InlineForm {...STEP_FORM} status={status} action="Guardar lugar" labels={PLACE_LABELS} inWords={inWords}>
      <Bound form={form} name="districtId">
        {(field) => (
          <ChoiceField
            {...field}
            label={PLACE_LABELS.districtId}
            help="Las campañas nuevas empiezan con él."
            options={districts}
            clearable
          />
        )}
      </Bound>
      <Bound form={form} name="areaCode">
        {(field) => (
          <ChoiceField
            {...field}
            label={PLACE_LABELS.areaCode}
            help="Completa los teléfonos que se cargan sin código de área, de personas del distrito o sin lugar."
            options={AREAS}
            clearable
          />
        )}
      </Bound>
    </InlineForm>
  );
}

type Day = Reply<typeof installation.firstDay>;
const isUnfinished = (day: Day | undefined) => day?.closedAt === null && !day.done.includes('campaign');

/** Where an administrator begins: at the first steps until there is a campaign. */
export function FirstDayStart({ to, otherwise }: { to: string; otherwise: string }) {
  const day = useQuery({ ...firstDayQuery(), retry: false });
  if (day.isFetching && !day.isPaused) return null;
  return <Navigate to={isUnfinished(day.data) ? to : otherwise} replace />;
}

/** Until there is a campaign or it is dismissed. */
export function FirstDayReminder({ to }: { to: string }) {
  const day = useQuery(firstDayQuery());
  const close = useCloseFirstDay();
  if (!day.data || !isUnfinished(day.data)) return null;
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
