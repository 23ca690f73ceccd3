import { Box, Button, DialogContent, Typography } from '@mui/material';
import { ActionButton } from '../../components/action-button.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { IconCopy } from '../../components/icons.ts';
import { Muted } from '../../components/layout.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { notify } from '../../lib/snackbar.ts';
import { outlinedCard } from '../../theme/mixins.ts';
import { MONOSPACE } from '../../theme/monospace.ts';

/** The key is shown once. Only the button closes the dialog, so that it is not lost by accident. */
export function KeyDialog({ name, value, onDone }: { name: string; value: string; onDone: () => void }) {
  const copy = () =>
    copyText(value).then(
      () => notify.success('Clave copiada.'),
      () => notify.error('No fue posible copiar la clave: selecciónela y cópiela a mano.'),
    );
  return (
    <DialogFrame title={`Clave de ${name}`} width={600} onClose={undefined}>
      <DialogForm
        onSubmit={onDone}
        cancel={null}
        body={
          <DialogContent sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}>
            <Typography>
              Guárdela ahora en el sistema que la va a usar: <strong>no se vuelve a mostrar</strong>.
            </Typography>
            <Box
              component="code"
              dir="ltr"
              aria-label="Clave"
              sx={(theme) => ({
                ...outlinedCard(theme, 'control'),
                width: '100%',
                p: 3,
                bgcolor: 'surface.subtle',
                fontFamily: MONOSPACE,
                fontSize: '0.875rem',
                overflowWrap: 'anywhere',
                userSelect: 'all',
              })}
            >
              {value}
            </Box>
            <ActionButton icon={IconCopy} onClick={() => void copy()}>
              Copiar
            </ActionButton>
            <Muted>
              Se envía en cada solicitud, en el encabezado <bdi dir="ltr">Authorization: Bearer cpn_…</bdi> No la mande
              por correo ni la escriba en el código.
            </Muted>
          </DialogContent>
        }
        submit={
          <Button type="submit" variant="contained" autoFocus>
            Ya la guardé
          </Button>
        }
      />
    </DialogFrame>
  );
}
