import { identity } from '@campanero/contract/auth/identity';
import { codeBody, passwordBody } from '@campanero/contract/auth/second-factor';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { DialogForm, DialogFrame } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { errorText } from '../../lib/errors.ts';
import { answerIdentity, type IdentityQuestion, noteIdentityProved } from '../../lib/identity.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { signOut } from '../../lib/session-api.ts';
import { CodeInput } from './code-input.tsx';
import { secondFactorQuery } from './api.ts';

const FAILED = 'No se pudo confirmar su identidad. Inténtelo de nuevo o contacte con el soporte.';
const TEXTS = {
  locked: {
    title: 'Sesión bloqueada',
    text: 'La sesión se bloqueó por falta de actividad. Confirme que es usted y sigue donde estaba: nada de lo que escribió se perdió.',
    submit: 'Desbloquear',
    leave: 'Cerrar sesión',
  },
  confirm: {
    title: 'Confirme su identidad',
    text: 'Este cambio es delicado: antes de hacerlo, confirme que es usted.',
    submit: 'Confirmar',
    leave: 'Cancelar',
  },
} as const;
const WAYS = {
  password: { label: 'Contraseña', reason: 'Escriba su contraseña.', other: 'Usar un código del segundo factor' },
  code: { label: 'Código', reason: 'Escriba el código.', other: 'Usar la contraseña' },
} as const;

/** Shown over the open page, which keeps its state. A locked session hides the page from others nearby. */
export function IdentityDialog({ question }: { question: IdentityQuestion }) {
  const textId = useId();
  const [chosen, choose] = useState<keyof typeof WAYS>('password');
  // Until it is known, and where it cannot be, the password serves everybody.
  const hasCode = useQuery(secondFactorQuery()).data?.enabled === true;
  const way = hasCode ? chosen : 'password';
  const texts = TEXTS[question];
  const leave = () => (question === 'locked' ? void signOut() : answerIdentity(false));
  return (
    <DialogFrame
      title={texts.title}
      width={440}
      isOpaque={question === 'locked'}
      onClose={question === 'confirm' ? leave : undefined}
      aria-describedby={textId}
    >
      <Proof
        key={way}
        way={way}
        text={<Typography id={textId}>{texts.text}</Typography>}
        submitText={texts.submit}
        leaveText={texts.leave}
        onLeave={leave}
        {...(hasCode && { onOtherWay: () => choose(way === 'password' ? 'code' : 'password') })}
      />
    </DialogFrame>
  );
}

interface ProofProps {
  way: keyof typeof WAYS;
  text: ReactNode;
  submitText: string;
  leaveText: string;
  onLeave: () => void;
  /** Absent for those who have no other way. */
  onOtherWay?: () => void;
}

function Proof({ way, text, submitText, leaveText, onLeave, onOtherWay }: ProofProps) {
  const schema = way === 'password' ? passwordBody : codeBody;
  const form = useForm<{ password: string; code: string }>({
    resolver: zodResolver(schema as never),
    mode: 'onChange',
    defaultValues: { password: '', code: '' },
  });
  const confirm = useEndpointMutation(identity.confirm, { onSuccess: noteIdentityProved });
  const submit = form.handleSubmit(({ password, code }) =>
    confirm.mutate({ body: way === 'password' ? { password } : { code } }),
  );
  const texts = WAYS[way];
  return (
    <DialogForm
      error={confirm.error ? errorText(confirm.error, FAILED) : undefined}
      onSubmit={() => void submit()}
      cancel={<Button onClick={onLeave}>{leaveText}</Button>}
      submit={
        <SubmitButton
          ready={form.formState.isValid}
          reason={texts.reason}
          pending={confirm.isPending}
          pendingText="Confirmando…"
        >
          {submitText}
        </SubmitButton>
      }
    >
      {text}
      <Field label={texts.label} error={form.formState.errors[way]?.message}>
        {(wiring) =>
          way === 'password' ? (
            <PasswordInput
              autoComplete="current-password"
              autoFocus
              {...wireInput(wiring)}
              {...registerInput(form, 'password')}
            />
          ) : (
            <CodeInput kind="any" autoFocus {...wireInput(wiring)} {...registerInput(form, 'code')} />
          )
        }
      </Field>
      {onOtherWay && (
        <Button variant="text" size="small" onClick={onOtherWay} sx={{ justifySelf: 'start', mx: -2, my: -2 }}>
          {texts.other}
        </Button>
      )}
    </DialogForm>
  );
}
