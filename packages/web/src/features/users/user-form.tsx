import { roleName } from '@campanero/contract/roles';
import { type UserBody, userBody, type UserDetail } from '@campanero/contract/users/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, OutlinedInput, Paper } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { Field, FIELD_GAP, registerInput, wireInput } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText, showFieldErrors } from '../../lib/errors.ts';
import { type RecordDraftState, useRecordDraft } from '../../lib/record-draft.ts';
import { EMPTY_USER, RoleChoice, userFormOf } from './role-choice.tsx';

const INCOMPLETE = 'Faltan datos por completar o corregir.';
const RESTORED = 'Recuperamos lo que había escrito y no guardó.';

const LABELS = { firstName: 'Nombre', lastName: 'Apellido', email: 'Correo', roles: 'Roles' };
const inWords = (_field: string, value: unknown) =>
  Array.isArray(value) ? value.map((id) => roleName(id as number)).join(', ') : String(value);

interface UserFormProps {
  form: UseFormReturn<UserBody>;
  draft: RecordDraftState<UserBody>;
  /** What the form is called for those who do not see it. */
  label: string;
  action: string;
  pendingText: string;
  cancelTo: string;
  emailHelp: string;
  /** Why roles cannot be changed here. */
  rolesFixed?: string | undefined;
  /** What saving would bring about. */
  warning?: ReactNode;
  /** Why the last attempt failed. */
  note: string | undefined;
  /** Brought back from a draft: said, so that nobody takes it for what is saved. */
  isRestored: boolean;
  onSubmit: (values: UserBody) => Promise<void>;
}

/** Name, mail and roles; the same card for a new account and an old one. */
export function UserForm(props: UserFormProps) {
  const { form, draft, label, action, pendingText, cancelTo, emailHelp, rolesFixed, warning, isRestored, onSubmit } =
    props;
  const { errors, isValid, isSubmitting } = form.formState;
  const { isDirty, isUndecided } = draft;
  const isReady = isValid && draft.isReady;
  const submit = form.handleSubmit(onSubmit);
  const reason = isUndecided ? CHOOSE_FIRST : isDirty ? INCOMPLETE : 'Todavía no hay cambios que guardar.';
  const status = isRestored ? RESTORED : isDirty && !isValid ? INCOMPLETE : undefined;
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSubmitting) void submit();
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
        {draft.conflicts.length > 0 && (
          <Box data-wide>
            <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
          </Box>
        )}
      </Box>
      <SaveBar cancelTo={cancelTo} status={isUndecided ? CHOOSE_FIRST : status} note={props.note}>
        <SubmitButton
          ready={isReady}
          reason={reason}
          pending={isSubmitting}
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
/** What is typed need not be valid yet. */
const userValues: z.ZodType<UserBody> = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.number()),
});

interface UserFormOptions {
  draftName: string;
  /** Undefined for a new account. */
  user?: UserDetail;
  /** Asks the server what is saved now. */
  reload?: () => Promise<UserDetail | undefined>;
  /** Said where the server gave no better reason. */
  failed: string;
}

/** The form, its rules from the contract, and a draft that survives a lost session, a reload and a colleague's change. */
export function useUserForm({ draftName, user, reload, failed }: UserFormOptions) {
  const recordOf = (stored: UserDetail | undefined) => ({ version: stored?.version ?? 0, stored });
  const draft = useRecordDraft({
    name: draftName,
    schema: userValues,
    record: recordOf(user),
    valuesOf: ({ stored }) => (stored ? userFormOf(stored) : EMPTY_USER),
    reload: async () => {
      const fresh = await reload?.();
      return fresh && recordOf(fresh);
    },
  });
  const form = useDraftForm({ draft, resolver: zodResolver(userBody), mode: 'onChange' });
  const [wasKept] = useState(draft.isKept);
  const [note, setNote] = useState<string>();

  /** True: saved. Refusals are said in the form, those of single fields at these fields. */
  const save = async (send: Parameters<typeof draft.save>[0]) => {
    setNote(undefined);
    try {
      return await draft.save(send);
    } catch (error) {
      showFieldErrors(form, FIELDS, error);
      setNote(errorText(error, failed));
      return false;
    }
  };
  return {
    draft,
    save,
    card: {
      form,
      draft,
      note,
      /** What stands in the fields was typed before a reload or a lost session. */
      isRestored: wasKept && draft.isDirty,
    },
  };
}
