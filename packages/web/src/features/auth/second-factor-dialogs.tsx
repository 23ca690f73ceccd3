import {
  codeBody,
  disableBody,
  type DisableBody,
  type Enrolment,
  passwordBody,
  secondFactor,
} from '@campanero/contract/auth/second-factor';
import { Box, Button, DialogContent, styled, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { ActionButton } from '../../components/action-button.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { saveText } from '../../components/files/blob.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { FormSubmit } from '../../components/form/form-panel.tsx';
import { IconCopy, IconDownload } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { Inline, Muted, PlainList } from '../../components/layout.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSendForm } from '../../lib/forms.ts';
import { notify } from '../../lib/snackbar.ts';
import { outlinedCard } from '../../theme/mixins.ts';
import { MONOSPACE } from '../../theme/monospace.ts';
import { secondFactorChange } from './api.ts';
import { codeInput } from './secret-fields.tsx';

const QrCode = later(() => import('./qr-code.tsx').then((module) => module.QrCode));
const FAILED = 'No se pudo guardar el cambio. Inténtelo de nuevo o contacte con el soporte.';

const ASKED = { password: passwordBody, code: codeBody, both: disableBody };
const ANY_CODE = { ...codeInput('any'), label: 'Código', help: 'El que muestra la aplicación, o uno de recuperación.' };
const APP_CODE = { ...codeInput('app'), label: 'Código de la aplicación', help: 'Los seis dígitos que muestra ahora.' };

interface SecretStepProps {
  asks: keyof typeof ASKED;
  account: string;
  codeField?: typeof APP_CODE;
  action: string;
  pendingText: string;
  reason: string;
  send: (secrets: DisableBody) => Promise<unknown>;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for password, code or both. A refusal is shown at its field, or above the buttons. */
function SecretStep(props: SecretStepProps) {
  const { asks, account, codeField = ANY_CODE, action, pendingText, reason, send, onCancel, children } = props;
  const { form, status } = useSendForm({
    rules: ASKED[asks] as z.ZodType<DisableBody, unknown>,
    mode: 'onChange',
    defaults: { password: '', code: '' },
    send,
    failed: FAILED,
  });
  return (
    <DialogForm
      onSubmit={status.submit}
      onClose={onCancel}
      error={status.refusal}
      submit={
        <FormSubmit status={status} action={action} pendingText={pendingText} unchanged={reason} invalid={reason} />
      }
    >
      {children}
      {asks !== 'code' && (
        <>
          <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
          <TextInput
            form={form}
            name="password"
            label="Contraseña"
            input={PasswordInput}
            autoComplete="current-password"
            autoFocus
          />
        </>
      )}
      {asks !== 'password' && <TextInput form={form} name="code" {...codeField} autoFocus={asks === 'code'} />}
    </DialogForm>
  );
}

type DialogProps = { account: string; onClose: () => void };

/** Three steps: password, QR code with code, recovery codes. */
export function SetUpDialog({ account, onClose }: DialogProps) {
  const begin = useEndpointMutation(secondFactor.begin, { gcTime: 0 });
  const confirm = useEndpointMutation(secondFactor.confirm, secondFactorChange);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = () => {
    notify.success('Segundo factor activado.');
    onClose();
  };
  return (
    <DialogFrame
      width={codes ? 640 : 480}
      title={codes ? 'Códigos de recuperación' : 'Activar el segundo factor'}
      onClose={codes ? undefined : onClose}
    >
      {codes ? (
        <ShownCodes account={account} codes={codes} onDone={done} />
      ) : enrolment ? (
        <SecretStep
          key="code"
          asks="code"
          account={account}
          codeField={APP_CODE}
          action="Activar"
          pendingText="Activando…"
          reason="Escriba el código que muestra la aplicación."
          send={async ({ code }) => setCodes((await confirm.mutateAsync({ body: { code } })).recoveryCodes)}
          onCancel={onClose}
        >
          <EnrolmentCode enrolment={enrolment} />
        </SecretStep>
      ) : (
        <SecretStep
          key="password"
          asks="password"
          account={account}
          action="Continuar"
          pendingText="Comprobando…"
          reason="Escriba su contraseña."
          send={async ({ password }) => setEnrolment(await begin.mutateAsync({ body: { password } }))}
          onCancel={onClose}
        >
          <Typography>
            Necesita una aplicación de códigos en su teléfono, por ejemplo Google Authenticator, Microsoft Authenticator
            o Aegis. Primero, confirme que es usted.
          </Typography>
        </SecretStep>
      )}
    </DialogFrame>
  );
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ');

async function copy(text: string, done: string) {
  await copyText(text);
  notify.success(done);
}

const EnrolmentCode = ({ enrolment }: { enrolment: Enrolment }) => (
  <>
    <Typography>Escanee este código con la aplicación. Si no puede, escriba la clave a mano.</Typography>
    <Inline gap={4} sx={{ justifyContent: 'center' }}>
      {/* Its place is kept before it comes. */}
      <Box sx={{ width: 184, height: 184, flex: 'none', bgcolor: '#fff', borderRadius: 2 }}>
        <QrCode text={enrolment.uri} label="Código QR para la aplicación" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Muted sx={{ mb: 1 }}>Clave para escribir a mano</Muted>
        <Box component="code" dir="ltr" sx={{ display: 'block', fontFamily: MONOSPACE, overflowWrap: 'anywhere' }}>
          {inGroups(enrolment.secret)}
        </Box>
        <ActionButton
          icon={IconCopy}
          size="small"
          onClick={() => void copy(enrolment.secret, 'Clave copiada.')}
          sx={{ mt: 2 }}
        >
          Copiar clave
        </ActionButton>
      </Box>
    </Inline>
  </>
);

export function RenewCodesDialog({ account, onClose }: DialogProps) {
  const renew = useEndpointMutation(secondFactor.renewCodes, secondFactorChange);
  const codes = renew.data?.recoveryCodes;
  return (
    <DialogFrame
      width={codes ? 640 : 480}
      title={codes ? 'Códigos de recuperación' : 'Hacer códigos nuevos'}
      onClose={codes ? undefined : onClose}
    >
      {codes ? (
        <ShownCodes account={account} codes={codes} onDone={onClose} />
      ) : (
        <SecretStep
          asks="code"
          account={account}
          action="Hacer códigos nuevos"
          pendingText="Haciendo códigos…"
          reason="Escriba un código."
          send={({ code }) => renew.mutateAsync({ body: { code } })}
          onCancel={onClose}
        >
          <Typography>Los códigos de recuperación que tiene dejan de servir.</Typography>
        </SecretStep>
      )}
    </DialogFrame>
  );
}

/** Asks for both, since the screen may be unattended. */
export function DisableDialog({ account, isRequired, onClose }: DialogProps & { isRequired: boolean }) {
  const disable = useEndpointMutation(secondFactor.disable, secondFactorChange);
  return (
    <DialogFrame width={480} title="Desactivar el segundo factor" onClose={onClose}>
      <SecretStep
        asks="both"
        account={account}
        action="Desactivar"
        pendingText="Desactivando…"
        reason="Escriba su contraseña y un código."
        send={async (body) => {
          await disable.mutateAsync({ body });
          notify.success('Segundo factor desactivado.');
          onClose();
        }}
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

const Codes = styled(PlainList)(({ theme }) => ({
  ...outlinedCard(theme, 'control'),
  padding: 16,
  display: 'grid',
  // Each code on one line, also on a phone.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
  gap: '8px 12px',
  background: theme.palette.surface.subtle,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  textAlign: 'center',
}));

const fileText = (account: string, codes: readonly string[]) =>
  [
    'Campanero: códigos de recuperación',
    `Cuenta: ${account}`,
    '',
    'Cada código sirve una sola vez, en lugar del código de la aplicación.',
    'Guárdelos donde solo usted los encuentre.',
    '',
    ...codes,
    '',
  ].join('\r\n');

/** The codes are shown once. Only the button closes the step, so that they are not lost by accident. */
function ShownCodes({ account, codes, onDone }: { account: string; codes: readonly string[]; onDone: () => void }) {
  const save = () => saveText(fileText(account, codes), 'campanero-codigos.txt', 'plain');
  return (
    <DialogForm
      onSubmit={onDone}
      cancel={null}
      body={
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Typography>
            Guarde estos códigos ahora: <strong>no se vuelven a mostrar</strong>. Si pierde el teléfono, cada uno sirve
            una vez para ingresar.
          </Typography>
          <Codes as="ol" aria-label="Códigos de recuperación">
            {codes.map((code) => (
              <li key={code}>
                <bdi dir="ltr">{code}</bdi>
              </li>
            ))}
          </Codes>
          <Inline>
            <ActionButton icon={IconCopy} onClick={() => void copy(codes.join('\n'), 'Códigos copiados.')}>
              Copiar
            </ActionButton>
            <ActionButton icon={IconDownload} onClick={save}>
              Descargar
            </ActionButton>
          </Inline>
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
