import {
  codeBody,
  disableBody,
  type DisableBody,
  type Enrolment,
  passwordBody,
  secondFactor,
} from '@campanero/contract/auth/second-factor';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, DialogContent, Typography } from '@mui/material';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { DialogForm, DialogFrame } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText, showFieldErrors } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { secondFactorChange } from './api.ts';
import { CodeInput } from './code-input.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));
const FAILED = 'No se pudo guardar el cambio. Inténtelo de nuevo o contacte con el soporte.';

/** What a step asks for: the password, a code, or both. */
const ASKED = { password: passwordBody, code: codeBody, both: disableBody };
const ANY_CODE = {
  kind: 'any',
  label: 'Código',
  help: 'El que muestra la aplicación, o uno de recuperación.',
} as const;
const APP_CODE = {
  kind: 'app',
  label: 'Código de la aplicación',
  help: 'Los seis dígitos que muestra ahora.',
} as const;

interface SecretStepProps {
  asks: keyof typeof ASKED;
  account: string;
  codeField?: typeof ANY_CODE | typeof APP_CODE;
  words: { action: string; pending: string; reason: string };
  isPending: boolean;
  send: (secrets: DisableBody, options: { onError: (error: unknown) => void }) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks who sits there. A refusal is shown at its field, or else above the buttons; what was typed stays. */
function SecretStep(props: SecretStepProps) {
  const { asks, account, codeField = ANY_CODE, words, isPending, send, onCancel, children } = props;
  const form = useForm({
    resolver: zodResolver(ASKED[asks]) as Resolver<DisableBody>,
    mode: 'onChange',
    defaultValues: { password: '', code: '' },
  });
  const { errors, isValid } = form.formState;
  const [note, setNote] = useState<string>();
  const submit = form.handleSubmit((secrets) => {
    setNote(undefined);
    const onError = (error: unknown) => {
      if (!showFieldErrors(form, error)) setNote(errorText(error, FAILED));
    };
    send(secrets, { onError });
  });
  return (
    <DialogForm
      onSubmit={() => void submit()}
      onClose={onCancel}
      error={note}
      submit={
        <SubmitButton
          ready={isValid}
          reason={words.reason}
          pending={isPending}
          pendingText={words.pending}
          onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
        >
          {words.action}
        </SubmitButton>
      }
    >
      {children}
      {asks !== 'code' && (
        <>
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
        </>
      )}
      {asks !== 'password' && (
        <Field label={codeField.label} error={errors.code?.message} help={codeField.help}>
          {(wiring) => (
            <CodeInput
              kind={codeField.kind}
              {...wireInput(wiring)}
              {...registerInput(form, 'code')}
              autoFocus={asks === 'code'}
            />
          )}
        </Field>
      )}
    </DialogForm>
  );
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
    <DialogFrame
      width={480}
      title={codes ? 'Códigos de recuperación' : 'Activar el segundo factor'}
      onClose={codes ? undefined : onClose}
    >
      {codes ? (
        <ShownCodes account={account} codes={codes} onDone={done} />
      ) : enrolment ? (
        <ConfirmStep account={account} enrolment={enrolment} onConfirmed={setCodes} onCancel={onClose} />
      ) : (
        <PasswordStep account={account} onBegun={setEnrolment} onCancel={onClose} />
      )}
    </DialogFrame>
  );
}

function ShownCodes({ account, codes, onDone }: { account: string; codes: readonly string[]; onDone: () => void }) {
  return (
    // Only its own button leads on: going away would lose what is shown.
    <DialogForm
      onSubmit={onDone}
      cancel={null}
      body={
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <RecoveryCodes account={account} codes={codes} />
        </DialogContent>
      }
      submit={
        <Button type="submit" variant="contained" autoFocus>
          Ya los guardé
        </Button>
      }
    />
  );
}

interface PasswordStepProps {
  account: string;
  onBegun: (enrolment: Enrolment) => void;
  onCancel: () => void;
}

function PasswordStep({ account, onBegun, onCancel }: PasswordStepProps) {
  const begin = useEndpointMutation(secondFactor.begin, { gcTime: 0 });
  return (
    <SecretStep
      asks="password"
      account={account}
      words={{ action: 'Continuar', pending: 'Comprobando…', reason: 'Escriba su contraseña.' }}
      isPending={begin.isPending}
      send={({ password }, options) => begin.mutate({ body: { password } }, { ...options, onSuccess: onBegun })}
      onCancel={onCancel}
    >
      <Typography>
        Necesita una aplicación de códigos en su teléfono, por ejemplo Google Authenticator, Microsoft Authenticator o
        Aegis. Primero, confirme que es usted.
      </Typography>
    </SecretStep>
  );
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');

interface ConfirmStepProps {
  account: string;
  enrolment: Enrolment;
  onConfirmed: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function ConfirmStep({ account, enrolment, onConfirmed, onCancel }: ConfirmStepProps) {
  const confirm = useEndpointMutation(secondFactor.confirm, secondFactorChange);
  return (
    <SecretStep
      asks="code"
      account={account}
      codeField={APP_CODE}
      words={{ action: 'Activar', pending: 'Activando…', reason: 'Escriba el código que muestra la aplicación.' }}
      isPending={confirm.isPending}
      send={({ code }, options) =>
        confirm.mutate({ body: { code } }, { ...options, onSuccess: (reply) => onConfirmed(reply.recoveryCodes) })
      }
      onCancel={onCancel}
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
    </SecretStep>
  );
}

/** Ten new recovery codes; the former ones are void from then on. */
export function RenewCodesDialog({ account, onClose }: DialogProps) {
  const renew = useEndpointMutation(secondFactor.renewCodes, secondFactorChange);
  const codes = renew.data?.recoveryCodes;
  return (
    <DialogFrame
      width={480}
      title={codes ? 'Códigos de recuperación' : 'Hacer códigos nuevos'}
      onClose={codes ? undefined : onClose}
    >
      {codes ? (
        <ShownCodes account={account} codes={codes} onDone={onClose} />
      ) : (
        <SecretStep
          asks="code"
          account={account}
          words={{ action: 'Hacer códigos nuevos', pending: 'Haciendo códigos…', reason: 'Escriba un código.' }}
          isPending={renew.isPending}
          send={({ code }, options) => renew.mutate({ body: { code } }, options)}
          onCancel={onClose}
        >
          <Typography>Los códigos de recuperación que tiene dejan de servir.</Typography>
        </SecretStep>
      )}
    </DialogFrame>
  );
}

/** Needs both: an unlocked screen is no proof of who sits there. */
export function DisableDialog({ account, isRequired, onClose }: DialogProps & { isRequired: boolean }) {
  const disable = useEndpointMutation(secondFactor.disable, secondFactorChange);
  const done = () => {
    notify.success('Segundo factor desactivado.');
    onClose();
  };
  return (
    <DialogFrame width={480} title="Desactivar el segundo factor" onClose={onClose}>
      <SecretStep
        asks="both"
        account={account}
        words={{ action: 'Desactivar', pending: 'Desactivando…', reason: 'Escriba su contraseña y un código.' }}
        isPending={disable.isPending}
        send={(secrets, options) => disable.mutate({ body: secrets }, { ...options, onSuccess: done })}
        onCancel={onClose}
      >
        <Typography>
          {isRequired
            ? 'Su rol lo exige: después deberá activarlo de nuevo para seguir trabajando. Así se cambia de teléfono.'
            : 'Después se ingresará a su cuenta solo con la contraseña.'}
        </Typography>
      </SecretStep>
    </DialogFrame>
  );
}
