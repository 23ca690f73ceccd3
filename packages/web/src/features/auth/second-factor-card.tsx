import type { SecondFactorState } from '@campanero/contract/auth/second-factor';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconAlertTriangle, IconCircleCheck } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { Inline, Line } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { secondFactorQuery } from './api.ts';

const dialogs = () => import('./second-factor-dialogs.tsx');
const SetUpDialog = later(() => dialogs().then((module) => module.SetUpDialog));
const DisableDialog = later(() => dialogs().then((module) => module.DisableDialog));
const RenewCodesDialog = later(() => dialogs().then((module) => module.RenewCodesDialog));

type Opened = 'set-up' | 'disable' | 'renew';

export function SecondFactorCard({ account }: { account: string }) {
  const state = useQuery(secondFactorQuery());
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  if (!state.isSuccess) return <QueryState query={state} height={72} />;
  return (
    <>
      {state.data.enabled ? (
        <Active state={state.data} onOpen={setOpened} />
      ) : (
        <Inactive isRequired={state.data.required} onOpen={setOpened} />
      )}
      {opened === 'set-up' && <SetUpDialog account={account} onClose={close} />}
      {opened === 'renew' && <RenewCodesDialog account={account} onClose={close} />}
      {opened === 'disable' && <DisableDialog account={account} isRequired={state.data.required} onClose={close} />}
    </>
  );
}

type OnOpen = (what: Opened) => void;

const Inactive = ({ isRequired, onOpen }: { isRequired: boolean; onOpen: OnOpen }) => (
  <>
    <Typography color="textSecondary" sx={{ mb: 4 }}>
      Además de la contraseña, al ingresar se pide un código que muestra una aplicación de su teléfono: protege la
      cuenta aunque alguien conozca la contraseña. {isRequired && 'Su rol lo exige.'}
    </Typography>
    <Button variant={isRequired ? 'contained' : 'outlined'} onClick={() => onOpen('set-up')}>
      Activar
    </Button>
  </>
);

const codesText = (left: number) => {
  if (left === 0) return 'No le quedan códigos de recuperación: haga códigos nuevos.';
  return left === 1 ? 'Le queda 1 código de recuperación.' : `Le quedan ${left} códigos de recuperación.`;
};

const Active = ({ state, onOpen }: { state: SecondFactorState; onOpen: OnOpen }) => (
  <>
    <Line sx={{ alignItems: 'flex-start', mb: 4 }}>
      <Box component="span" sx={{ color: 'success.main', flex: 'none', display: 'flex' }}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
      </Box>
      <div>
        <Typography sx={{ fontWeight: 550 }}>
          Activo{state.since && <> desde el {<bdi>{formatDateTime(state.since)}</bdi>}</>}
        </Typography>
        <Typography color="textSecondary">
          {codesText(state.codesLeft)} {state.required && 'Su rol lo exige.'}
        </Typography>
      </div>
    </Line>
    {!state.readable && (
      <Alert severity="warning" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        Cambió la clave de esta instalación y los códigos de su aplicación ya no se pueden comprobar. Desactívelo con un
        código de recuperación y actívelo de nuevo, o pida a un administrador que lo restablezca.
      </Alert>
    )}
    <Inline>
      <Button onClick={() => onOpen('renew')}>Hacer códigos nuevos</Button>
      <Button onClick={() => onOpen('disable')}>Desactivar</Button>
    </Inline>
  </>
);
