import { codeBody, disableBody, type Enrolment, passwordBody } from '@campanero/contract/auth/second-factor';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText, showFieldErrors } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { CodeInput } from './code-input.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  useBeginSecondFactor,
  useConfirmSecondFactor,
  useDisableSecondFactor,
  useRenewRecoveryCodes,
} from './second-factor-api.ts';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));
const FAILED = 'No se pudo guardar el cambio. Inténtelo de nuevo o contacte con el soporte.';

interface StepProps {
  children: ReactNode;
  action: ReactNode;
  onSubmit?: () => void;
  /** Left out where going away would lose what is shown. */
  onCancel?: () => void;
}

/** One step of a dialog: what it shows or asks, and the buttons under it. */
function Step({ children, action, onSubmit, onCancel }: StepProps) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <DialogContent sx={{ display: 'grid', gap: 4 }}>{children}</DialogContent>
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
        {action}
      </DialogActions>
    </Box>
  );
}

interface FrameProps {
  title: string;
  /** Left out while recovery codes are shown: only their own button leads on. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

function Frame({ title, onClose, children }: FrameProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 480 } } }}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children}
    </Dialog>
  );
}

interface SendOptions<V extends FieldValues> {
  form: UseFormReturn<V>;
  fields: readonly Path<V>[];
}

/** Where a refusal is shown: at its field, or else above the buttons. What was typed stays. */
function useRefusal<V extends FieldValues>({ form, fields }: SendOptions<V>) {
  const [note, setNote] = useState<string>();
  const onError = (error: unknown) => {
    if (!showFieldErrors(form, fields, error)) setNote(errorText(error, FAILED));
  };
  return { note, onError, forget: () => setNote(undefined) };
}

interface DialogProps {
  account: string;
  onClose: () => void;
}

/** Password, QR code and code, recovery codes: three steps in one window. */
export function SetUpDialog({ account, onClose }: DialogProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = () => {
    notify.success('Segundo factor activado.');
    onClose();
  };
  return (
    <Frame
      title={codes ? 'Códigos de recuperación' : 'Activar el segundo factor'}
      onClose={codes ? undefined : onClose}
    >
      {codes ? (
        <ShownCodes account={account} codes={codes} onDone={done} />
      ) : enrolment ? (
        <ConfirmStep enrolment={enrolment} onConfirmed={setCodes} onCancel={onClose} />
      ) : (
        <PasswordStep account={account} onBegun={setEnrolment} onCancel={onClose} />
      )}
    </Frame>
  );
}

function ShownCodes({ account, codes, onDone }: { account: string; codes: readonly string[]; onDone: () => void }) {
  return (
    <Step
      onSubmit={onDone}
      action={
        <Button type="submit" variant="contained" autoFocus>
          Ya los guardé
        </Button>
      }
    >
      <RecoveryCodes account={account} codes={codes} />
    </Step>
  );
}

interface PasswordStepProps {
  account: string;
  onBegun: (enrolment: Enrolment) => void;
  onCancel: () => void;
}

function PasswordStep({ account, onBegun, onCancel }: PasswordStepProps) {
  const begin = useBeginSecondFactor();
  const form = useForm({ resolver: zodResolver(passwordBody), mode: 'onChange', defaultValues: { password: '' } });
  const { note, onError, forget } = useRefusal({ form, fields: ['password'] });
  const submit = form.handleSubmit(({ password }) => {
    forget();
    begin.mutate(password, { onError, onSuccess: onBegun });
  });
  return (
    <Step
      onSubmit={() => void submit()}
      onCancel={onCancel}
      action={
        <SubmitButton
          ready={form.formState.isValid}
          reason="Escriba su contraseña."
          pending={begin.isPending}
          pendingText="Comprobando…"
          onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
        >
          Continuar
        </SubmitButton>
      }
    >
      <Typography>
        Necesita una aplicación de códigos en su teléfono, por ejemplo Google Authenticator, Microsoft Authenticator o
        Aegis. Primero, confirme que es usted.
      </Typography>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <Field label="Contraseña" error={form.formState.errors.password?.message}>
        {(wiring) => (
          <PasswordInput
            {...wireInput(wiring)}
            {...registerInput(form, 'password')}
            autoComplete="current-password"
            autoFocus
          />
        )}
      </Field>
      <FormNote>{note}</FormNote>
    </Step>
  );
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');

interface ConfirmStepProps {
  enrolment: Enrolment;
  onConfirmed: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function ConfirmStep({ enrolment, onConfirmed, onCancel }: ConfirmStepProps) {
  const confirm = useConfirmSecondFactor();
  const form = useForm({ resolver: zodResolver(codeBody), mode: 'onChange', defaultValues: { code: '' } });
  const { note, onError, forget } = useRefusal({ form, fields: ['code'] });
  const submit = form.handleSubmit(({ code }) => {
    forget();
    confirm.mutate(code, { onError, onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) });
  });
  return (
    <Step
      onSubmit={() => void submit()}
      onCancel={onCancel}
      action={
        <SubmitButton
          ready={form.formState.isValid}
          reason="Escriba el código que muestra la aplicación."
          pending={confirm.isPending}
          pendingText="Activando…"
          onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
        >
          Activar
        </SubmitButton>
      }
    >
      <Typography>Escanee este código con la aplicación. Si no puede, escriba la clave a mano.</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'center', gap: 4 }}>
        {/* Its place is kept before it comes. */}
        <Box sx={{ width: 184, height: 184, flex: 'none', bgcolor: '#fff', borderRadius: 2 }}>
          <Suspense fallback={null}>
            <QrCode text={enrolment.uri} label="Código QR para la aplicación" />
          </Suspense>
        </Box>
        <Box sx={{ flex: 1, minWidth: 180 }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary', mb: 1 }}>Clave para escribir a mano</Box>
          <Box
            component="code"
            dir="ltr"
            sx={{ display: 'block', fontFamily: 'ui-monospace, Menlo, Consolas, monospace', overflowWrap: 'anywhere' }}
          >
            {inGroups(enrolment.secret)}
          </Box>
        </Box>
      </Box>
      <Field
        label="Código de la aplicación"
        error={form.formState.errors.code?.message}
        help="Los seis dígitos que muestra ahora."
      >
        {(wiring) => <CodeInput kind="app" {...wireInput(wiring)} {...registerInput(form, 'code')} autoFocus />}
      </Field>
      <FormNote>{note}</FormNote>
    </Step>
  );
}

const CODE_HELP = 'El que muestra la aplicación, o uno de recuperación.';

/** Ten new recovery codes; the former ones are void from then on. */
export function RenewCodesDialog({ account, onClose }: DialogProps) {
  const renew = useRenewRecoveryCodes();
  const form = useForm({ resolver: zodResolver(codeBody), mode: 'onChange', defaultValues: { code: '' } });
  const { note, onError, forget } = useRefusal({ form, fields: ['code'] });
  const submit = form.handleSubmit(({ code }) => {
    forget();
    renew.mutate(code, { onError });
  });
  const codes = renew.data?.recoveryCodes;
  return (
    <Frame title={codes ? 'Códigos de recuperación' : 'Hacer códigos nuevos'} onClose={codes ? undefined : onClose}>
      {codes ? (
        <ShownCodes account={account} codes={codes} onDone={onClose} />
      ) : (
        <Step
          onSubmit={() => void submit()}
          onCancel={onClose}
          action={
            <SubmitButton
              ready={form.formState.isValid}
              reason="Escriba un código."
              pending={renew.isPending}
              pendingText="Haciendo códigos…"
              onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
            >
              Hacer códigos nuevos
            </SubmitButton>
          }
        >
          <Typography>Los códigos de recuperación que tiene dejan de servir.</Typography>
          <Field label="Código" error={form.formState.errors.code?.message} help={CODE_HELP}>
            {(wiring) => <CodeInput kind="any" {...wireInput(wiring)} {...registerInput(form, 'code')} autoFocus />}
          </Field>
          <FormNote>{note}</FormNote>
        </Step>
      )}
    </Frame>
  );
}

/** Needs both: an unlocked screen is no proof of who sits there. */
export function DisableDialog({ account, isRequired, onClose }: DialogProps & { isRequired: boolean }) {
  const disable = useDisableSecondFactor();
  const form = useForm({
    resolver: zodResolver(disableBody),
    mode: 'onChange',
    defaultValues: { password: '', code: '' },
  });
  const { errors, isValid } = form.formState;
  const { note, onError, forget } = useRefusal({ form, fields: ['password', 'code'] });
  const submit = form.handleSubmit((values) => {
    forget();
    disable.mutate(values, {
      onError,
      onSuccess: () => {
        notify.success('Segundo factor desactivado.');
        onClose();
      },
    });
  });
  return (
    <Frame title="Desactivar el segundo factor" onClose={onClose}>
      <Step
        onSubmit={() => void submit()}
        onCancel={onClose}
        action={
          <SubmitButton
            ready={isValid}
            reason="Escriba su contraseña y un código."
            pending={disable.isPending}
            pendingText="Desactivando…"
            onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
          >
            Desactivar
          </SubmitButton>
        }
      >
        <Typography>
          {isRequired
            ? 'Su rol lo exige: después deberá activarlo de nuevo para seguir trabajando. Así se cambia de teléfono.'
            : 'Después se ingresará a su cuenta solo con la contraseña.'}
        </Typography>
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <Field label="Contraseña" error={errors.password?.message}>
          {(wiring) => (
            <PasswordInput
              {...wireInput(wiring)}
              {...registerInput(form, 'password')}
              autoComplete="current-password"
              autoFocus
            />
          )}
        </Field>
        <Field label="Código" error={errors.code?.message} help={CODE_HELP}>
          {(wiring) => <CodeInput kind="any" {...wireInput(wiring)} {...registerInput(form, 'code')} />}
        </Field>
        <FormNote>{note}</FormNote>
      </Step>
    </Frame>
  );
}
