import { SecretDialog } from '../../components/form/secret-dialog.tsx';

export const KeyDialog = ({ name, value, onDone }: { name: string; value: string; onDone: () => void }) => (
  <SecretDialog
    title={`Clave de ${name}`}
    what="Clave"
    instruction="Guárdela ahora en el sistema que la va a usar"
    value={value}
    done="Ya la guardé"
    onDone={onDone}
  >
    Se envía en cada solicitud, en el encabezado <bdi dir="ltr">Authorization: Bearer cpn_…</bdi> No la mande por correo
    ni la escriba en el código.
  </SecretDialog>
);
