import type { RequiredRoles as Required } from '@campanero/contract/auth/second-factor';
import { roleName } from '@campanero/contract/roles';
import type { UserDetail } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { ConfirmDialog, DialogClose } from '../../components/form/dialogs.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { requiredRolesQuery, useRequireRoles, useResetSecondFactor } from './api.ts';
import { RoleChoice } from './role-choice.tsx';

const RESET_FAILED =
  'No fue posible restablecer el segundo factor, por favor inténtelo de nuevo o contacte con el soporte.';
const SAVE_FAILED = 'No fue posible guardar los cambios, por favor inténtelo de nuevo o contacte con el soporte.';

interface UserSecondFactorProps {
  user: UserDetail;
  /** One's own is changed in the profile. */
  isOwn: boolean;
}

/** Whether somebody has a second factor, and the administrator's way out for who lost it. */
export function UserSecondFactor({ user, isOwn }: UserSecondFactorProps) {
  const [isAsking, setAsking] = useState(false);
  const reset = useResetSecondFactor(user.id);
  const close = () => {
    reset.reset();
    setAsking(false);
  };
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        notify.success('Segundo factor restablecido.');
        close();
      },
    });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
      <Typography>
        {user.secondFactor ? 'Activo: al ingresar se le pide un código de su teléfono.' : 'No lo activó.'}
        {user.secondFactor && isOwn && ' El propio se cambia en Mi perfil.'}
      </Typography>
      {user.secondFactor && !isOwn && (
        <Button size="small" onClick={() => setAsking(true)}>
          Restablecer
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Restablecer el segundo factor"
        action="Restablecer"
        destructive
        pending={reset.isPending}
        pendingText="Restableciendo…"
        error={reset.error ? errorText(reset.error, RESET_FAILED) : undefined}
        onConfirm={confirm}
        onClose={close}
      >
        <Typography>
          <strong>{user.name}</strong> podrá ingresar solo con la contraseña hasta que active otro, y sus sesiones
          abiertas se cierran. Recibirá un correo.
        </Typography>
        <Typography sx={{ mt: 2 }}>Hágalo solo si está seguro de que es esa persona quien lo pide.</Typography>
      </ConfirmDialog>
    </Box>
  );
}

/** What an administrator decides for everybody: which roles require the second factor. */
export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const required = useQuery({ ...requiredRolesQuery(), staleTime: 0, gcTime: 0 });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 480 } } }}>
      <DialogTitle id={titleId}>Seguridad</DialogTitle>
      <DialogClose onClose={onClose} />
      {required.data ? (
        <RequiredRoles given={required.data} onReload={async () => (await required.refetch()).data} onClose={onClose} />
      ) : (
        <DialogContent>
          <QueryState query={required} height={260} />
        </DialogContent>
      )}
    </Dialog>
  );
}

const roleValues = z.object({ roles: z.array(z.number()) });
const LABELS = { roles: 'Roles que deben tener segundo factor' };
const inWords = (_field: string, value: unknown) => (value as number[]).map(roleName).join(', ');

interface RequiredRolesProps {
  given: Required;
  onReload: () => Promise<Required | undefined>;
  onClose: () => void;
}

function RequiredRoles({ given, onReload, onClose }: RequiredRolesProps) {
  const save = useRequireRoles();
  const draft = useRecordDraft({
    name: 'required-roles',
    schema: roleValues,
    record: given,
    valuesOf: ({ roles }) => ({ roles }),
    reload: onReload,
  });
  const submit = async () => {
    const isSaved = await draft
      .save(({ values, version }) => save.mutateAsync({ ...values, version }))
      // Said in the dialog.
      .catch(() => false);
    if (!isSaved) return;
    notify.success('Cambios guardados.');
    onClose();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isReady && !save.isPending) void submit();
      }}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <RoleChoice
          legend="Roles que deben tener segundo factor"
          value={draft.values.roles}
          onChange={(roles) => draft.change({ roles: [...roles] })}
          help="Cuenta desde el próximo ingreso: quien no lo tenga deberá activarlo antes de seguir. Las sesiones abiertas continúan."
        />
        <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
        <FormNote>
          {save.error && draft.conflicts.length === 0 ? errorText(save.error, SAVE_FAILED) : undefined}
        </FormNote>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <SubmitButton
          ready={draft.isReady}
          reason={draft.isUndecided ? CHOOSE_FIRST : 'Todavía no hay cambios que guardar.'}
          pending={save.isPending}
          pendingText="Guardando…"
        >
          Guardar
        </SubmitButton>
      </DialogActions>
    </Box>
  );
}
