import { users } from '@campanero/contract/users/endpoints';
import type { UserChangeResult } from '@campanero/contract/users/leaving';
import type { UserDetail, UsersPatch } from '@campanero/contract/users/schemas';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button, DialogActions, DialogContent, Paper, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { ConfirmDialog, DialogFrame } from '../../components/form/dialogs.tsx';
import { SaveBarSpace } from '../../components/form/save-bar.tsx';
import { heldText } from '../../components/handover-choice.tsx';
import { IconAlertTriangle, IconCircleCheck, IconMinus } from '../../components/icons.ts';
import { Inline, Muted, RuledList, Stacked } from '../../components/layout.tsx';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { FIXED_BOTTOM } from '../../theme/tokens.ts';
import { HeldSummary, GENERAL_DESTINATIONS } from './handover.tsx';
import { RoleChoice } from './role-choice.tsx';
import { SEVERAL_FAILED, userCount } from './texts.ts';

export type SeveralChange = 'enable' | 'disable' | 'roles' | 'invite';

interface SelectionBarProps {
  chosen: readonly UserDetail[];
  onChange: (change: SeveralChange) => void;
  onClear: () => void;
}

/** Actions on the chosen users, at the foot of the window, so that no row moves. */
export const SelectionBar = ({ chosen, onChange, onClear }: SelectionBarProps) => (
  <Inline
    component={Paper}
    role="region"
    aria-label="Usuarios elegidos"
    sx={(theme) => ({
      position: 'sticky',
      bottom: `calc(${FIXED_BOTTOM} + 12px)`,
      zIndex: 3,
      mt: 3,
      px: 4,
      py: 2,
      background: theme.palette.surface.raised,
      boxShadow: theme.elevation.menu,
    })}
  >
    <SaveBarSpace />
    <Typography role="status" sx={{ fontWeight: 550, marginInlineEnd: 'auto' }}>
      {chosen.length === 1 ? '1 usuario elegido' : `${formatCount(chosen.length)} usuarios elegidos`}
    </Typography>
    {(Object.keys(CHANGES) as SeveralChange[]).map((change) => (
      <Button key={change} size="small" onClick={() => onChange(change)} disabled={!chosen.some(CHANGES[change].isFor)}>
        {CHANGES[change].action}
      </Button>
    ))}
    <Button size="small" variant="text" onClick={onClear}>
      Quitar selección
    </Button>
  </Inline>
);

const ARE_KEPT = 'Su propia cuenta y el último Administrador quedan como están.';
type ChangeTexts = {
  title: string;
  action: string;
  isFor: (user: UserDetail) => boolean;
  words: (n: number) => string;
};
const CHANGES: Record<SeveralChange, ChangeTexts> = {
  enable: {
    title: 'Habilitar usuarios',
    action: 'Habilitar',
    isFor: ({ disable }) => disable,
    words: (n) =>
      `${userCount(n)} ${n === 1 ? 'podrá' : 'podrán'} volver a ingresar con su contraseña. Quien nunca entró necesita una invitación nueva.`,
  },
  disable: {
    title: 'Deshabilitar usuarios',
    action: 'Deshabilitar',
    isFor: ({ disable }) => !disable,
    words: (n) =>
      `${userCount(n)} ya no ${n === 1 ? 'podrá' : 'podrán'} ingresar y sus sesiones abiertas se cierran en este momento. ${ARE_KEPT}`,
  },
  roles: {
    title: 'Cambiar roles',
    action: 'Cambiar roles',
    isFor: () => true,
    words: (n) => `${userCount(n)} ${n === 1 ? 'queda' : 'quedan'} con los roles que elija. ${ARE_KEPT}`,
  },
  invite: {
    title: 'Reenviar invitación',
    action: 'Reenviar invitación',
    isFor: ({ invited, disable }) => invited && !disable,
    words: () =>
      'Quienes todavía no entraron reciben otra vez el enlace para elegir su contraseña; el anterior deja de servir.',
  },
};

interface ChangeSeveralDialogProps {
  change: SeveralChange;
  chosen: readonly UserDetail[];
  onClose: () => void;
  onDone: () => void;
}

export function ChangeSeveralDialog({ change, chosen, onClose, onDone }: ChangeSeveralDialogProps) {
  const save = useEndpointMutation(users.changeMany, { changes: ['users', 'lookups'] });
  const invite = useEndpointMutation(users.invite);
  const request = change === 'invite' ? invite : save;
  const [roles, setRoles] = useState<number[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [to, setTo] = useState<To>('shared');
  const ids = chosen.map(({ id }) => id);
  const { title, action, words } = CHANGES[change];
  if (request.data) return <ResultsDialog change={change} results={request.data.results} onClose={onDone} />;
  const confirm = () => {
    if (change === 'roles' && roles.length === 0) return setMissing(true);
    if (change === 'invite') return invite.mutate({ body: { ids } });
    const patch: UsersPatch = change === 'roles' ? { ids, roles } : { ids, disable: change === 'disable' };
    save.mutate({ body: change === 'enable' ? patch : { ...patch, handover: { to } } });
  };
  return (
    <ConfirmDialog
      open
      title={title}
      action={action}
      destructive={change === 'disable'}
      pending={request.isPending}
      pendingText={change === 'invite' ? 'Enviando…' : 'Guardando…'}
      error={request.error ? errorText(request.error, SEVERAL_FAILED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stacked>
        <Typography>{words(chosen.length)}</Typography>
        {change === 'roles' && (
          <RoleChoice
            legend="Roles nuevos"
            value={roles}
            onChange={setRoles}
            error={isMissing && roles.length === 0 ? 'Debe seleccionar al menos 1 rol' : undefined}
            help="Reemplazan a los que tenga cada uno."
          />
        )}
        {(change === 'disable' || change === 'roles') && <HeldTogether ids={ids} to={to} onTo={setTo} />}
      </Stacked>
    </ConfirmDialog>
  );
}

type To = 'shared' | 'free';

function HeldTogether({ ids, to, onTo }: { ids: readonly number[]; to: To; onTo: (to: To) => void }) {
  const query = { ids: ids.join(',') };
  const held = useQuery(endpointQuery('users', users.held, { query }, { staleTime: 0, gcTime: 0 }));
  if (held.isPending) return <Typography role="status">Contando sus llamados…</Typography>;
  if (held.data?.pending === 0)
    return <Typography role="status">No tienen llamados por hacer en campañas abiertas.</Typography>;
  return (
    <Stacked gap={3}>
      {held.data && (
        <HeldSummary
          held={held.data}
          text={`Tienen ${heldText(held.data)}, en ${formatCounted(held.data.campaigns, 'campaña', 'campañas')}`}
        />
      )}
      <ChoiceField
        label="Si dejan de llamar, entregar a"
        options={GENERAL_DESTINATIONS}
        value={to}
        onChange={(next) => onTo(next ?? 'shared')}
      />
    </Stacked>
  );
}

const List = styled(RuledList)({
  '& > li': { display: 'flex', gap: 10, paddingBlock: 8 },
  '& svg': { flex: 'none', marginTop: 2 },
});

const RANK = { refused: 0, changed: 1, same: 2 };

type ResultsDialogProps = { change: SeveralChange; results: readonly UserChangeResult[]; onClose: () => void };

function ResultsDialog({ change, results, onClose }: ResultsDialogProps) {
  const changed = results.filter(({ outcome }) => outcome === 'changed').length;
  const isInvitation = change === 'invite';
  const verb = isInvitation ? 'Se invitó a' : changed === 1 ? 'Cambió' : 'Cambiaron';
  return (
    <DialogFrame
      title={
        changed === results.length
          ? `${userCount(changed)}: listo`
          : `${verb} ${formatCount(changed)} de ${userCount(results.length)}`
      }
      width={480}
      onClose={onClose}
    >
      <DialogContent>
        <List aria-label="Resultado de cada usuario">
          {results
            .toSorted((a, b) => RANK[a.outcome] - RANK[b.outcome])
            .map((result) => (
              <li key={result.id}>
                {ICONS[result.outcome]}
                <Box sx={{ minWidth: 0 }}>
                  <Typography component="div" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
                    {result.name}
                  </Typography>
                  <Muted>{resultText(result, isInvitation)}</Muted>
                </Box>
              </li>
            ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Listo
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

const resultIcon = (Icon: typeof IconMinus, color?: string) => (
  <Box component="span" sx={{ color, display: 'flex' }}>
    <Icon size={18} stroke={1.75} aria-hidden />
  </Box>
);
const ICONS = {
  changed: resultIcon(IconCircleCheck, 'success.main'),
  refused: resultIcon(IconAlertTriangle, 'error.main'),
  same: resultIcon(IconMinus),
};

function resultText({ outcome, reason, given, freed }: UserChangeResult, isInvitation: boolean): string {
  if (outcome === 'refused') return reason ?? '';
  if (outcome === 'same') return isInvitation ? 'Ya eligió su contraseña.' : 'Ya estaba así.';
  if (isInvitation) return 'Invitación enviada.';
  const calls = [
    given > 0 && formatCounted(given, 'llamado entregado', 'llamados entregados'),
    freed > 0 && formatCounted(freed, 'llamado libre', 'llamados libres'),
  ].filter(Boolean);
  return calls.length > 0 ? `Cambiado: ${calls.join(', ')}.` : 'Cambiado.';
}
