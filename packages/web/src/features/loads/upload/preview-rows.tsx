import { LOADED_FIELDS, type LoadedField } from '@campanero/contract/contacts/person-fields';
import type { PersonRow } from '@campanero/contract/loads/csv/read-person';
import type { District } from '@campanero/contract/lookups/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import type { FilePreview } from './preview-file.ts';

const SHOWN = 5;

interface ShownColumn {
  label: string;
  cell: (row: PersonRow) => ReactNode;
}

/** Codes and dates keep their own text direction. */
function shownValue(kind: LoadedField['kind'], value: string | null): ReactNode {
  if (!value || kind === 'name' || kind === 'text') return value;
  return <bdi>{kind === 'birthday' ? formatDay(value) : value}</bdi>;
}

function columnsOf(names: ReadonlyMap<string, string>): ShownColumn[] {
  const place = ({ districtId, sectionId, subsectionId }: PersonRow) =>
    [subsectionId, sectionId, districtId].flatMap((id) => (id ? (names.get(id) ?? id) : [])).join(', ');
  return [
    ...LOADED_FIELDS.map(({ name, kind, label }) => ({ label, cell: (row: PersonRow) => shownValue(kind, row[name]) })),
    { label: 'Lugar', cell: place },
  ];
}

export function PreviewRows(props: { fileName: string; preview: FilePreview; tree: readonly District[] | undefined }) {
  const { fileName, preview, tree } = props;
  const names = useMemo(() => placeNames(tree), [tree]);
  const rows = preview.rows.slice(0, SHOWN);
  if (rows.length === 0) return null;
  const shown = columnsOf(names).filter(({ cell }) => rows.some((row) => cell(row)));
  return (
    <Box
      role="region"
      aria-label={`Primeras filas de ${fileName}`}
      tabIndex={0}
      sx={(theme) => ({
        overflowX: 'auto',
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: `${theme.radius.control}px`,
        '& td, & th': { whiteSpace: 'nowrap' },
        '& td': { height: '2.25rem', maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' },
        '& tr:last-of-type td': { borderBottom: 0 },
      })}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{preview.workbook ? 'Fila' : 'Línea'}</TableCell>
            <TableCell>Número</TableCell>
            {shown.map(({ label }) => (
              <TableCell key={label}>{label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.line}>
              <TableCell sx={{ color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>{row.line}</TableCell>
              <TableCell sx={{ fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
                <bdi>{formatPhone(row.number)}</bdi>
              </TableCell>
              {shown.map(({ label, cell }) => (
                <TableCell key={label}>{cell(row) || '—'}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function placeNames(tree: readonly District[] = []): Map<string, string> {
  const names = new Map<string, string>();
  for (const district of tree) {
    names.set(district.id, district.name);
    for (const section of district.sections) {
      names.set(section.id, section.name);
      for (const subsection of section.subsections) names.set(subsection.id, subsection.name);
    }
  }
  return names;
}
