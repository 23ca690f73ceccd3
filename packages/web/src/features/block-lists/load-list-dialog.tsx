import {
  type BlockList,
  LIST_FILES,
  LIST_KIND_NAMES,
  LIST_KINDS,
  listInformation,
  type ListInformation,
} from '@campanero/contract/block-lists/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Button, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field } from '../../components/fields/field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { FileDrop } from '../../components/files/file-drop.tsx';
import { PreviewChoice, SampleFaults, TablePreview } from '../../components/files/table-preview.tsx';
import { DialogForm, DialogFrame } from '../../components/form/dialogs.tsx';
import { SubmitButton } from '../../components/action-button.tsx';
import { Muted, Stacked } from '../../components/layout.tsx';
import { now } from '../../lib/clock.ts';
import { showFieldErrors } from '../../lib/errors.ts';
import { useSendForm } from '../../lib/forms.ts';
import { notify } from '../../lib/snackbar.ts';
import { type ChosenFile, listPreviewFault, previewListQuery, useUploadList } from './preview-list.ts';
import { LIST_FILES_HELP, LIST_UPLOAD_FAILED, numberCount } from './texts.ts';

export function LoadListDialog({ list, onClose }: { list: BlockList | null; onClose: () => void }) {
  const [replaces, setReplaces] = useState(true);
  const { chosen, whyNot, ...files } = useChosenFile();
  const upload = useUploadList();
  const { form, status, setRefusal } = useSendForm({
    rules: listInformation,
    defaults: {
      name: list?.name ?? '',
      kind: list?.kind ?? 'NO_LLAME',
      origin: list?.origin ?? '',
      dated: productDay(now()),
    },
    send: (information) =>
      upload.mutateAsync({ target: list && { listId: list.id, replaces }, information, chosen: chosen! }),
    failed: LIST_UPLOAD_FAILED,
    inFrame: true,
    onSent: () => {
      notify.info('La lista se está cargando. Se respeta desde que termina.');
      onClose();
    },
    onRefused: (error, sent) => showFieldErrors(sent, error),
  });
  return (
    <DialogFrame
      title={list ? `Cargar «${list.name}»` : 'Cargar lista de bloqueo'}
      width={640}
      hasClose
      isPending={upload.isPending}
      onClose={onClose}
    >
      <DialogForm
        contentSx={{ gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}
        error={status.refusal}
        onSubmit={() => whyNot === undefined && status.submit()}
        cancel={
          <Button onClick={upload.isPending ? upload.cancel : onClose}>
            {upload.isPending ? 'Cancelar envío' : 'Cancelar'}
          </Button>
        }
        submit={
          <SubmitButton
            reason={whyNot}
            isPending={upload.isPending}
            pendingText="Enviando…"
            onRefused={() => void form.trigger()}
          >
            Cargar lista
          </SubmitButton>
        }
      >
        {list ? <ReplaceChoice list={list} replaces={replaces} onChange={setReplaces} /> : <NameAndKind form={form} />}
        <OriginAndDate form={form} />
        <FileDrop
          label="Arrastre aquí el archivo de la lista"
          help={LIST_FILES_HELP}
          rules={LIST_FILES}
          files={chosen ? [chosen.file] : []}
          onChange={(next) => {
            setRefusal(undefined);
            files.choose(next);
          }}
          progress={upload.isPending ? [upload.sending.share] : undefined}
        />
        {chosen && !upload.isPending && (
          <ListPreview chosen={chosen} onSheet={files.chooseSheet} onColumn={files.chooseColumn} />
        )}
      </DialogForm>
    </DialogFrame>
  );
}

function useChosenFile() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const preview = useQuery(previewListQuery(chosen));
  const fault = chosen && preview.data && listPreviewFault(chosen.file.name, preview.data);
  return {
    chosen,
    choose: (next: readonly File[]) =>
      setChosen(next.at(-1) && { file: next.at(-1)!, sheet: undefined, column: undefined }),
    // Sheets have different columns.
    chooseSheet: (sheet: string) => setChosen(chosen && { ...chosen, sheet, column: undefined }),
    chooseColumn: (column: number) => setChosen(chosen && { ...chosen, column }),
    whyNot: !chosen
      ? 'Elija el archivo de la lista.'
      : preview.isPending
        ? 'Se está leyendo el archivo.'
        : fault && 'El archivo no se puede cargar.',
  };
}

type ListForm = UseFormReturn<ListInformation, unknown, ListInformation>;

const NameAndKind = ({ form }: { form: ListForm }) => (
  <>
    <TextInput form={form} name="name" label="Nombre" placeholder="Registro No Llame" autoFocus />
    <Bound form={form} name="kind">
      {({ inputRef: _ref, error: _error, ...field }) => (
        <Field label="Tipo de lista">
          {({ labelId }) => (
            <RadioGroup row aria-labelledby={labelId} {...field}>
              {LIST_KINDS.map((kind) => (
                <FormControlLabel key={kind} value={kind} control={<Radio />} label={LIST_KIND_NAMES[kind]} />
              ))}
            </RadioGroup>
          )}
        </Field>
      )}
    </Bound>
  </>
);

function ReplaceChoice(props: { list: BlockList; replaces: boolean; onChange: (replaces: boolean) => void }) {
  const { list, replaces, onChange } = props;
  return (
    <Field label="Qué se hace con los números que ya tiene">
      {({ labelId }) => (
        <RadioGroup
          aria-labelledby={labelId}
          value={replaces ? 'replace' : 'add'}
          onChange={(_event, value) => onChange(value === 'replace')}
        >
          <FormControlLabel value="replace" control={<Radio />} label="Reemplazar: quedan solo los del archivo" />
          <FormControlLabel value="add" control={<Radio />} label="Agregar: se suman los del archivo" />
          <Muted>Hoy tiene {numberCount(list.numbers)}. Hasta que la carga termine sigue vigente como está.</Muted>
        </RadioGroup>
      )}
    </Field>
  );
}

const OriginAndDate = ({ form }: { form: ListForm }) => (
  <Stacked sx={{ gridTemplateColumns: { sm: 'minmax(0, 1fr) 13rem' }, alignItems: 'start' }}>
    <TextInput
      form={form}
      name="origin"
      label="Origen"
      help="De quién se recibió o de dónde se descargó."
      placeholder="Agencia de Acceso a la Información Pública"
    />
    <Bound form={form} name="dated">
      {({ value, onChange, error }) => (
        <DateField
          label="Fecha de la lista"
          value={value}
          onChange={onChange}
          size="medium"
          help="El día al que corresponde."
          error={error}
        />
      )}
    </Bound>
  </Stacked>
);

const SHOWN_NUMBERS = 8;
const SHOWN_COLUMNS = 100;

interface ListPreviewProps {
  chosen: ChosenFile;
  onSheet: (sheet: string) => void;
  onColumn: (column: number) => void;
}

export function ListPreview({ chosen, onSheet, onColumn }: ListPreviewProps) {
  const { name } = chosen.file;
  const { data: preview, isError } = useQuery(previewListQuery(chosen));
  const shape = preview?.shape;
  const columns = shape?.columns.slice(0, SHOWN_COLUMNS) ?? [];
  const fault = preview && listPreviewFault(name, preview);
  return (
    <TablePreview
      fileName={name}
      state={preview ? 'ready' : isError ? 'error' : 'loading'}
      workbook={preview?.workbook}
      onSheet={onSheet}
      choices={
        shape &&
        columns.length > 1 && (
          <PreviewChoice
            label="Columna de los números"
            value={shape.number}
            options={[
              ...(shape.number === -1 ? [{ value: -1, label: 'Elegir' }] : []),
              ...columns.map((label, value) => ({ value, label })),
            ]}
            onChange={onColumn}
          />
        )
      }
      fault={fault}
    >
      {preview && !fault && (
        <>
          <Typography variant="body2">
            Los números se leen de <b>{shape?.inWords}</b>
            {shape?.header ? '.' : ', sin encabezado.'}
          </Typography>
          <Muted sx={{ fontVariantNumeric: 'tabular-nums' }}>
            <bdi>{preview.numbers.slice(0, SHOWN_NUMBERS).map(formatPhone).join(' · ')}</bdi>
            {preview.numbers.length > SHOWN_NUMBERS && ' …'}
          </Muted>
          <SampleFaults
            fileName={name}
            unit="línea"
            lineName="Línea"
            where={preview.isWhole ? 'del archivo' : 'de la muestra'}
            valid={preview.numbers.length}
            rejected={preview.rejected}
          />
        </>
      )}
    </TablePreview>
  );
}
