import { identity } from '@campanero/contract/auth/identity';
import { codeBody, passwordBody } from '@campanero/contract/auth/second-factor';
import { Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { z } from 'zod';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { FormSubmit } from '../../components/form/form-panel.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSendForm } from '../../lib/forms.ts';
import { answerIdentity, type IdentityQuestion, noteIdentityProved } from '../../lib/identity.ts';
import { signOut } from '../../lib/session-api.ts';
import { confirmWaysQuery } from './api.ts';
import { DirectoryConfirm } from './directory-confirm.tsx';
import { codeInput } from './secret-fields.tsx';

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
  password: {
    label: 'Contraseña',
    reason: 'Escriba su contraseña.',
    other: 'Usar un código del segundo factor',
    rules: passwordBody,
    input: { input: PasswordInput, autoComplete: 'current-password' },
  },
  code: {
    label: 'Código',
    reason: 'Escriba el código.',
    other: 'Usar la contraseña',
    rules: codeBody,
    input: codeInput('any'),
  },
} as const;

/** Shown over the page, which keeps its state; a locked session hides it. */
export function IdentityDialog({ question }: { question: IdentityQuestion }) {
  const textId = useId();
  const [chosen, choose] = useState<keyof typeof WAYS>('password');
  const ways = useQuery(confirmWaysQuery()).data ?? UNTIL_KNOWN;
  const way = ways.code && (chosen === 'code' || !ways.password) ? 'code' : 'password';
  const isTyped = ways.password || ways.code;
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
        isTyped={isTyped}
        hasDirectory={ways.directory}
        way={way}
        text={<Typography id={textId}>{texts.text}</Typography>}
        action={texts.submit}
        cancel={<Button onClick={leave}>{texts.leave}</Button>}
        onOtherWay={ways.code && ways.password ? () => choose(way === 'password' ? 'code' : 'password') : undefined}
      />
    </DialogFrame>
  );
}

const UNTIL_KNOWN = { password: true, code: false, directory: false };

interface ProofProps {
  way: keyof typeof WAYS;
  /** False: the user has neither password nor code. */
  isTyped: boolean;
  hasDirectory: boolean;
  text: ReactNode;
  action: string;
  cancel: ReactNode;
  onOtherWay?: () => void;
}

type Proved = z.infer<typeof passwordBody> | z.infer<typeof codeBody>;

function Proof({ way, isTyped, hasDirectory, text, action, cancel, onOtherWay }: ProofProps) {
  const { label, reason, other, rules, input } = WAYS[way];
  const confirm = useEndpointMutation(identity.confirm, { onSuccess: noteIdentityProved });
  const { form, status } = useSendForm({
    rules: rules as z.ZodType<Proved, unknown>,
    mode: 'onChange',
    defaults: { password: '', code: '' },
    send: (body) => confirm.mutateAsync({ body }),
    failed: FAILED,
    inFrame: true,
  });
  return (
    <DialogForm
      error={status.refusal}
      onSubmit={status.submit}
      cancel={cancel}
      submit={
        isTyped && (
          <FormSubmit status={status} action={action} pendingText="Confirmando…" unchanged={reason} invalid={reason} />
        )
      }
    >
      {text}
      {isTyped && <TextInput form={form} name={way} label={label} {...input} autoFocus />}
      {hasDirectory && <DirectoryConfirm />}
      {onOtherWay && (
        <Button variant="text" size="small" onClick={onOtherWay} sx={{ justifySelf: 'start', mx: -2, my: -2 }}>
          {other}
        </Button>
      )}
    </DialogForm>
  );
}
