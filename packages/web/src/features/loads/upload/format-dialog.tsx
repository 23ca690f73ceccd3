import { AUDIENCE_COLUMNS } from '@campanero/contract/loads/csv/columns';
import { EXAMPLE_FILE_NAME, exampleFile } from '@campanero/contract/loads/csv/example-file';
import { Box, TableCell, TableRow } from '@mui/material';
import { ActionButton } from '../../../components/action-button.tsx';
import { saveText } from '../../../components/files/blob.tsx';
import { IconDownload } from '../../../components/icons.ts';
import { ListDialog, LookupTable, RowHead } from '../list-dialog.tsx';

export const FormatDialog = ({ onClose }: { onClose: () => void }) => (
  <ListDialog
    title="Formato del archivo"
    label="Columnas aceptadas"
    intro={
      <>
        <Box component="p" sx={{ m: 0 }}>
          Un archivo de Excel (.xlsx), o uno .csv separado por punto y coma (también se reconocen la coma y la
          tabulación), con los nombres de las columnas en la primera fila. Solo hace falta una columna de teléfono o
          celular; las que no se reconocen se ignoran. En los nombres no importan mayúsculas, acentos ni espacios.
        </Box>
        <Box component="p" sx={{ m: 0, mt: 2 }}>
          De Excel se carga una hoja, la primera si no elige otra. Puede tener títulos arriba: el encabezado se busca en
          las primeras 20 filas. Las fechas, los números y los resultados de fórmulas se leen como están; las filas
          vacías no cuentan. No se abren los archivos con contraseña o con macros ni los .xls anteriores.
        </Box>
      </>
    }
    action={
      <ActionButton icon={IconDownload} onClick={() => saveText(exampleFile(), EXAMPLE_FILE_NAME, 'csv')}>
        Descargar ejemplo
      </ActionButton>
    }
    onClose={onClose}
  >
    <LookupTable heads={['Dato', 'Nombres de columna aceptados', 'Ejemplo']}>
      {AUDIENCE_COLUMNS.map(({ field, label, description, aliases, example }) => (
        <TableRow key={field}>
          <RowHead note={description} width="34%">
            {label}
          </RowHead>
          <TableCell sx={{ color: 'text.secondary' }}>{aliases.join(', ')}</TableCell>
          <TableCell sx={{ color: 'text.secondary' }}>
            <bdi>{example}</bdi>
          </TableCell>
        </TableRow>
      ))}
    </LookupTable>
  </ListDialog>
);
