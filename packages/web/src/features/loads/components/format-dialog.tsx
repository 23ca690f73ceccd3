import { AUDIENCE_COLUMNS } from '@campanero/contract/loads/csv/columns';
import { EXAMPLE_FILE_NAME, exampleFile } from '@campanero/contract/loads/csv/example-file';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { IconDownload, IconX } from '../../../components/icons.ts';
import { saveBlob } from '../../../components/save-blob.ts';

const saveExample = () => saveBlob(new Blob([exampleFile()], { type: 'text/csv;charset=utf-8' }), EXAMPLE_FILE_NAME);

/** The file's format as the loader knows it: the table is the loader's own (spec 2, 5). */
export function FormatDialog({ onClose }: { onClose: () => void }) {
  const title = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} slotProps={{ paper: { sx: { width: 820, maxWidth: 820 } } }}>
      <DialogTitle id={title} sx={{ paddingInlineEnd: 15 }}>
        Formato del archivo
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', insetInlineEnd: 12, top: 10 }}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <Typography variant="body2" color="textSecondary" sx={{ px: 6, pb: 4 }}>
        Un archivo .csv separado por punto y coma (también se reconocen la coma y la tabulación), con los nombres de las
        columnas en la primera línea. Solo hace falta una columna de teléfono o celular; las que no se reconocen se
        ignoran. En los nombres no importan mayúsculas, acentos ni espacios.
      </Typography>
      <Box
        role="region"
        aria-label="Columnas aceptadas"
        tabIndex={0}
        sx={{ overflow: 'auto', minHeight: 0, borderTop: 1, borderColor: 'divider' }}
      >
        <Table
          size="small"
          sx={{
            minWidth: 560,
            '& th:first-of-type': { paddingInlineStart: 6 },
            '& tbody th': { verticalAlign: 'top' },
            '& td': { py: 2, height: 'auto', verticalAlign: 'top' },
            '& tr:last-of-type td': { borderBottom: 0 },
          }}
        >
          <TableHead sx={{ position: 'sticky', top: 0 }}>
            <TableRow>
              <TableCell>Dato</TableCell>
              <TableCell>Nombres de columna aceptados</TableCell>
              <TableCell>Ejemplo</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {AUDIENCE_COLUMNS.map(({ field, label, description, aliases, example }) => (
              <TableRow key={field}>
                <TableCell
                  component="th"
                  scope="row"
                  sx={{ width: '34%', height: 'auto', py: 2, background: 'none', whiteSpace: 'normal' }}
                >
                  <Box component="span" sx={{ display: 'block', color: 'text.primary', fontSize: '0.84375rem' }}>
                    {label}
                  </Box>
                  <Typography variant="caption" color="textDisabled" component="span">
                    {description}
                  </Typography>
                </TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{aliases.join(', ')}</TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>
                  <bdi>{example}</bdi>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <DialogActions sx={{ justifyContent: 'space-between' }}>
        <Button startIcon={<IconDownload size={18} stroke={1.75} aria-hidden />} onClick={saveExample}>
          Descargar ejemplo
        </Button>
        <Button onClick={onClose} sx={{ marginInlineStart: 'auto !important' }}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  );
}
