import { type UserBody, userBody } from '@campanero/contract/users/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { Field, FIELD_GAP, registerInput, wireInput } from '../../components/fields/field.tsx';
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { showFieldErrors } from '../../lib/errors.ts';
import { getSession } from '../../lib/session.ts';
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

/** Name, mail and roles; the same card for a new account and an old one. */
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
          gap: FIELD_GAP,
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

const FIELDS = Object.keys(userBody.shape) as (keyof UserBody)[];

/** The form, its rules from the contract, and a draft that survives a lost session or a reload. */
export function useUserForm(draftName: string, saved: UserBody) {
  // Whose draft it is does not change when the session ends under the form.
  const [userId] = useState(() => getSession()?.userId ?? 0);
  const form = useForm<UserBody>({ resolver: zodResolver(userBody), mode: 'onChange', defaultValues: saved });
  const { isDirty } = form.formState;
  const typed = useWatch({ control: form.control });

  const [draft] = useState(() => readDraft(userId, draftName) as Partial<UserBody> | undefined);

  const { setValue } = form;
  useEffect(() => {
    for (const field of FIELDS)
      if (draft?.[field] !== undefined)
        setValue(field, draft[field], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  }, [draft, setValue]);

  // Whoever leaves the page while signed in leaves on purpose; a lost session or a reload brings them back to it.
  useEffect(
    () => () => {
      if (getSession()) dropDraft(userId, draftName);
    },
    [userId, draftName],
  );
  useEffect(() => {
    if (isDirty) keepDraft(userId, draftName, typed);
    else dropDraft(userId, draftName);
  }, [isDirty, typed, userId, draftName]);

  return {
    form,
    /** What stands in the fields was typed before a reload or a lost session. */
    isRestored: draft !== undefined && isDirty,
    /** The server's word about single fields goes to those fields; says whether there was any. */
    showRefusal: (error: unknown) => showFieldErrors(form, FIELDS, error),
    /** Saved or given up: nothing is left to lose. */
    forget: (values: UserBody) => {
      dropDraft(userId, draftName);
      form.reset(values);
    },
  };
}
