import { formatCounted } from '@campanero/contract/shared/numbers';
import {
  faultyRowsFile,
  readUserFile,
  TEMPLATE_NAME,
  USER_FILES,
  userTemplate,
} from '@campanero/contract/users/import';
import { users } from '@campanero/contract/users/endpoints';
import { kindByName } from '@campanero/contract/shared/files';
import type { ImportReport, UserRow } from '@campanero/contract/users/import-schemas';
import { Alert, Box, Button, Paper, styled, Typography } from '@mui/material';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton, SubmitButton } from '../../components/action-button.tsx';
import { saveText } from '../../components/files/blob.tsx';
import { FileDrop } from '../../components/files/file-drop.tsx';
import { fileMark } from '../../components/files/file-list.tsx';
import { formProps } from '../../components/form/dialogs.tsx';
import { SaveBar } from '../../components/form/save-bar.tsx';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '../../components/icons.ts';
import { Faint, Muted, PlainList, Spread, Stacked } from '../../components/layout.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { dotted } from '../../lib/text/dotted.ts';
import { USER_CREATE_FAILED, rolesText, userCount } from './texts.ts';

const rowCount = (n: number) => formatCounted(n, 'fila', 'filas');

async function readUsers(file: File) {
  if (kindByName(USER_FILES, file.name) !== 'xlsx') return readUserFile(new Uint8Array(await file.arrayBuffer()));
  const [{ openWorkbookHead }, { readUserSheet, USER_SHEET_BYTES }] = await Promise.all([
    import('../../lib/workbook-head.ts'),
    import('@campanero/contract/users/import-sheet'),
  ]);
  const opened = await openWorkbookHead(file, undefined, USER_SHEET_BYTES);
  return 'refusal' in opened ? { fault: opened.refusal } : readUserSheet(opened.cells, opened.head, opened.isWhole);
}

async function checkUsers(file: File): Promise<{ rows: UserRow[]; report?: ImportReport; fault?: string }> {
  const read = await readUsers(file);
  if ('fault' in read) return { rows: [], fault: read.fault };
  return { ...read, report: await call(users.previewImport, { body: read }) };
}

/** Not under 'users', whose changes must not send the rows again. */
const previewQuery = (file: File | undefined) =>
  queryOptions({
    queryKey: ['user-import', file && fileMark(file)],
    queryFn: file ? () => checkUsers(file) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

export function ImportUsers({ cancelTo, onCreated }: { cancelTo: string; onCreated: () => void }) {
  const [file, setFile] = useState<File>();
  const preview = useQuery(previewQuery(file));
  const create = useEndpointMutation(users.import, { changes: ['users', 'lookups'] });
  const isChecking = preview.fetchStatus !== 'idle';
  const checked = isChecking ? undefined : preview.data;
  const report = checked?.report;
  const good = report?.good.length ?? 0;
  const confirm = () =>
    create.mutate(
      { body: { rows: checked?.rows ?? [], expected: good } },
      {
        onSuccess: ({ created }) => {
          notify.success(created === 1 ? '1 usuario creado e invitado.' : `${userCount(created)} creados e invitados.`);
          onCreated();
        },
        onError: (error) => {
          // Another administrator created one of them meanwhile: check again.
          if (error instanceof ApiError && error.status === 409) void preview.refetch();
        },
      },
    );
  return (
    <Paper {...formProps(confirm)} sx={{ maxWidth: 800 }}>
      <Stacked gap={5} sx={{ p: { xs: 4, sm: 6 } }}>
        <Spread>
          <Typography sx={{ flex: '1 1 20rem' }}>
            Una fila por persona, con las columnas <b>nombre</b>, <b>apellido</b>, <b>correo</b>, <b>roles</b> y{' '}
            <b>lado</b> (interno o externo), en cualquier orden. Cada persona recibe una invitación para elegir su
            contraseña.
          </Typography>
          <ActionButton icon={IconDownload} onClick={() => saveText(userTemplate(), TEMPLATE_NAME, 'csv')}>
            Descargar plantilla
          </ActionButton>
        </Spread>
        <FileDrop
          label="Arrastre aquí el archivo de usuarios"
          help="Un CSV o la primera hoja de un Excel (.xlsx), de hasta 1.000 filas y 1 MB"
          rules={USER_FILES}
          files={file ? [file] : []}
          onChange={(files) => {
            create.reset();
            setFile(files[0]);
          }}
          error={checked?.fault ?? (preview.isError ? errorText(preview.error, USER_CREATE_FAILED) : undefined)}
        />
        {isChecking && <Typography role="status">Revisando las filas…</Typography>}
        {report && <Report report={report} />}
      </Stacked>
      <SaveBar cancelTo={cancelTo} note={create.error ? errorText(create.error, USER_CREATE_FAILED) : undefined}>
        <SubmitButton
          reason={good > 0 ? undefined : report ? 'Ninguna fila es correcta.' : 'Elija antes un archivo.'}
          isPending={create.isPending}
          pendingText="Creando…"
        >
          {good === 0 ? 'Crear usuarios' : `Crear ${userCount(good)}`}
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

const List = styled(PlainList)(({ theme }) => ({
  maxHeight: '22rem',
  overflowY: 'auto',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.control,
  '& > li': { display: 'flex', gap: 12, padding: '8px 12px' },
  '& > li + li': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

const Row = ({ line, title, detail }: { line: number; title: string; detail: string }) => (
  <li>
    <Faint component="span" sx={{ flex: 'none', minWidth: '4.5rem' }}>
      Línea {line}
    </Faint>
    <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography component="div" sx={{ fontWeight: 550 }}>
        {title}
      </Typography>
      <Muted>{detail}</Muted>
    </Box>
  </li>
);

const Report = ({ report: { good, bad } }: { report: ImportReport }) => (
  <Stacked role="status">
    {bad.length > 0 && (
      <>
        <Alert
          severity="warning"
          icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
          sx={{ alignItems: 'center', '& .MuiAlert-action': { p: 0 } }}
          action={
            <Button
              size="small"
              onClick={() => saveText(faultyRowsFile({ good, bad }), 'usuarios-con-errores.csv', 'csv')}
            >
              Descargar
            </Button>
          }
        >
          {rowCount(bad.length)} con errores: no se {bad.length === 1 ? 'crea' : 'crean'}.
        </Alert>
        {/* A list that scrolls must be focusable. */}
        <List aria-label="Filas con errores" tabIndex={0}>
          {bad.map(({ line, name, email, reason }) => (
            <Row key={line} line={line} title={dotted(name, email) || '—'} detail={reason} />
          ))}
        </List>
      </>
    )}
    {good.length > 0 && (
      <>
        <Alert severity="success" icon={<IconCircleCheck size={18} stroke={1.75} aria-hidden />}>
          {rowCount(good.length)} {good.length === 1 ? 'correcta' : 'correctas'}.
        </Alert>
        <List aria-label="Filas correctas" tabIndex={0}>
          {good.map(({ line, name, email, roles }) => (
            <Row key={line} line={line} title={name} detail={`${email} · ${rolesText({ roles })}`} />
          ))}
        </List>
      </>
    )}
  </Stacked>
);
