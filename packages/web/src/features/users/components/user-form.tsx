import type { UserBody } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../../components/fields/field.tsx';
import { SaveBar, SubmitButton } from '../../../components/form/save-bar.tsx';
import { RoleChoice } from './role-choice.tsx';

const INCOMPLETE = 'Faltan datos por completar o corregir.';
const RESTORED = 'Recuperamos lo que había escrito y no guardó.';

interface UserFormProps {
  form: UseFormReturn<UserBody>;
  /** What the form is called for those who do not see it. */
  label: string;
  action: string;
  pending: boolean;
  pendingText: string;
  cancelTo: string;
  emailHelp: string;
  /** Why roles cannot be changed here. */
  rolesFixed?: string | undefined;
  /** What saving would bring about. */
  warning?: ReactNode;
  /** Why the last attempt failed, and what can be done about it. */
  note: string | undefined;
  noteAction?: ReactNode;
  /** Brought back from a draft: said, so that nobody takes it for what is saved. */
  isRestored: boolean;
  onSubmit: (values: UserBody) => void;
}

/** Name, mail and roles (spec 5, User form): the same card for a new account and an old one. */
export function UserForm(props: UserFormProps) {
  const { form, label, action, pending, pendingText, cancelTo, emailHelp, rolesFixed, warning, isRestored, onSubmit } =
    props;
  const { errors, isValid, isDirty } = form.formState;
  const submit = form.handleSubmit(onSubmit);
  const reason = isDirty ? INCOMPLETE : 'Todavía no hay cambios que guardar.';
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && isDirty && !pending) void submit();
      }}
      sx={{ maxWidth: 720 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          p: { xs: 4, sm: 6 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          '& > [data-wide]': { gridColumn: '1 / -1' },
        }}
      >
        <Field label="Nombre" error={errors.firstName?.message}>
          {(wiring) => (
            <OutlinedInput {...wireInput(wiring)} {...registerInput(form, 'firstName')} autoComplete="off" />
          )}
        </Field>
        <Field label="Apellido" error={errors.lastName?.message}>
          {(wiring) => <OutlinedInput {...wireInput(wiring)} {...registerInput(form, 'lastName')} autoComplete="off" />}
        </Field>
        <Box data-wide>
          <Field label="Correo" help={emailHelp} error={errors.email?.message}>
            {(wiring) => (
              <OutlinedInput
                {...wireInput(wiring)}
                {...registerInput(form, 'email')}
                type="email"
                autoComplete="off"
                slotProps={{ input: { inputMode: 'email' } }}
              />
            )}
          </Field>
        </Box>
        <Box data-wide>
          <Controller
            control={form.control}
            name="roles"
            render={({ field, fieldState }) => (
              <RoleChoice
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
                fixed={rolesFixed}
                help="El rol más alto decide qué puede hacer."
              />
            )}
          />
        </Box>
        {warning && <Box data-wide>{warning}</Box>}
      </Box>
      <SaveBar
        cancelTo={cancelTo}
        status={isRestored ? RESTORED : isDirty && !isValid ? INCOMPLETE : undefined}
        note={props.note}
        noteAction={props.noteAction}
      >
        <SubmitButton
          ready={isValid && isDirty}
          reason={reason}
          pending={pending}
          pendingText={pendingText}
          onRefused={() => void form.trigger(undefined, { shouldFocus: true })}
        >
          {action}
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}
