import { Box, Button, styled, Typography } from '@mui/material';
import { saveBlob } from '../../components/files/blob.tsx';
import { IconCopy, IconDownload } from '../../components/icons.ts';
import { copyText } from '../../lib/browser/clipboard.ts';
import { notify } from '../../lib/snackbar.ts';

const Codes = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 16,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(11.5rem, 1fr))',
  gap: '8px 16px',
  borderRadius: theme.radius.control,
  background: theme.palette.surface.subtle,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.9375rem',
  textAlign: 'center',
}));

const fileText = (account: string, codes: readonly string[]) =>
  [
    'Campanero: códigos de recuperación',
    `Cuenta: ${account}`,
    '',
    'Cada código sirve una sola vez, en lugar del código de la aplicación.',
    'Guárdelos donde solo usted los encuentre.',
    '',
    ...codes,
    '',
  ].join('\r\n');

/** The codes, this once: to be copied, saved or written down before going on. */
export function RecoveryCodes({ account, codes }: { account: string; codes: readonly string[] }) {
  const copy = () => void copyText(codes.join('\n')).then(() => notify.success('Códigos copiados.'));
  const save = () =>
    saveBlob(new Blob([fileText(account, codes)], { type: 'text/plain;charset=utf-8' }), 'campanero-codigos.txt');
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Typography>
        Guarde estos códigos ahora: <strong>no se vuelven a mostrar</strong>. Si pierde el teléfono, cada uno sirve una
        vez para ingresar.
      </Typography>
      <Codes aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </Codes>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button onClick={copy} startIcon={<IconCopy size={18} stroke={1.75} aria-hidden />}>
          Copiar
        </Button>
        <Button onClick={save} startIcon={<IconDownload size={18} stroke={1.75} aria-hidden />}>
          Descargar
        </Button>
      </Box>
    </Box>
  );
}
