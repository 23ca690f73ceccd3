import { codeBody } from '@campanero/contract/auth/second-factor';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../components/fields/field.tsx';
import { FormEnd, FormHeading } from './auth-frame.tsx';
import { CodeInput } from './code-input.tsx';
import { tallInput } from './new-password-fields.tsx';

const KINDS = {
  app: {
    hint: 'Escriba los seis dígitos que muestra su aplicación.',
    label: 'Código',
    reason: 'Escriba el código de su aplicación.',
    other: 'Usar un código de recuperación',
  },
  recovery: {
    hint: 'Escriba uno de los códigos que guardó al activar el segundo factor. Cada uno sirve una sola vez.',
    label: 'Código de recuperación',
    reason: 'Escriba un código de recuperación.',
    other: 'Usar el código de la aplicación',
  },
} as const;

interface SignInCodeProps {
  /** Why the last code was refused. */
  note: string | undefined;
  pending: boolean;
  onSubmit: (code: string) => void;
  /** What was refused is not what will be typed next. */
  onForget: () => void;
  onBack: () => void;
}

/** The second step of the sign-in, for those who have a second factor. What was typed before stays for going back. */
export function SignInCode({ note, pending, onSubmit, onForget, onBack }: SignInCodeProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const form = useForm({ resolver: zodResolver(codeBody), mode: 'onChange', defaultValues: { code: '' } });
  const texts = KINDS[kind];
  const submit = form.handleSubmit(({ code }) => onSubmit(code));
  const changeKind = () => {
    form.reset();
    onForget();
    setKind(kind === 'app' ? 'recovery' : 'app');
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Segundo factor">
      <FormHeading title="Segundo factor" hint={texts.hint} />
      <Field label={texts.label} error={form.formState.errors.code?.message}>
        {(wiring) => (
          <CodeInput
            key={kind}
            kind={kind}
            {...wireInput(wiring)}
            {...registerInput(form, 'code')}
            autoFocus
            sx={tallInput}
          />
        )}
      </Field>
      <FormEnd
        form={form}
        note={note}
        ready={form.formState.isValid}
        reason={texts.reason}
        pending={pending}
        pendingText="Ingresando…"
      >
        Ingresar
      </FormEnd>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, mt: 4, mx: -2 }}>
        <Button variant="text" onClick={changeKind}>
          {texts.other}
        </Button>
        <Button variant="text" onClick={onBack} sx={{ color: 'text.secondary' }}>
          Volver
        </Button>
      </Box>
    </form>
  );
}
