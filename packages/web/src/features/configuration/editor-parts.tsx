import { isSystemState, type State, type Substate } from '@campanero/contract/configuration/schemas';
import { Box, FormHelperText, FormLabel, OutlinedInput, Paper, Skeleton } from '@mui/material';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field, registerInput, wireInput } from '../../components/fields/field.tsx';
import { ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { UnsavedGuard } from '../../components/form/dialogs.tsx';
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { ColorSquare } from '../../components/state-chip.tsx';
import type { OptionItem } from '../../components/transfer-list/option-list.tsx';
import { TransferList, type TransferListProps } from '../../components/transfer-list/transfer-list.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import type { RecordDraftState } from '../../lib/record-draft.ts';
import { ACTION_LABELS } from './texts.ts';

interface EditorFrameProps {
  /** Names the form for those who do not see the page's title. */
  label: string;
  isNew: boolean;
  ready: boolean;
  reason: string;
  pending: boolean;
  error: string | undefined;
  /** What somebody else changed meanwhile; the values of its fields in words. */
  draft: Pick<RecordDraftState<object>, 'conflicts' | 'choose'>;
  inWords?: (field: string, value: unknown) => string;
  isUnsaved: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onRefused: () => void;
  children: ReactNode;
}

const FIELD_LABELS = { name: 'Nombre', color: 'Color', states: 'Estados', substates: 'Subestados', ...ACTION_LABELS };

/** Chosen entries of a transfer list by their names. */
export const chosenInWords = (items: readonly { id: number; name: string }[], value: unknown) =>
  (value as number[]).map((id) => items.find((item) => item.id === id)?.name ?? String(id)).join(', ');

/** The card around a form of the catalogue: fields, what went wrong, save bar. */
export function EditorFrame(props: EditorFrameProps) {
  const { label, isNew, ready, reason, pending, error, draft, inWords, isUnsaved, onSubmit, onRefused, children } =
    props;
  return (
    <Paper component="form" noValidate aria-label={label} onSubmit={onSubmit} sx={{ maxWidth: 720 }}>
      <UnsavedGuard active={isUnsaved} what="Si sale ahora, lo que escribió en este formulario se pierde." />
      <Box sx={{ display: 'grid', gap: 5, px: { xs: 4, sm: 6 }, py: 5 }}>
        {children}
        <ConflictChoices
          conflicts={draft.conflicts}
          labels={FIELD_LABELS}
          {...(inWords && { inWords })}
          onChoose={draft.choose}
        />
      </Box>
      <SaveBar status={ready ? undefined : reason} note={error}>
        <SubmitButton
          ready={ready}
          reason={reason}
          pending={pending}
          pendingText={isNew ? 'Creando…' : 'Guardando…'}
          onRefused={onRefused}
        >
          {isNew ? 'Crear' : 'Actualizar'}
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

interface NameFieldProps<V extends FieldValues, C, T> {
  form: UseFormReturn<V, C, T>;
  /** Why it cannot be changed. */
  fixed?: string | undefined;
}

export function NameField<V extends FieldValues & { name: string }, C, T>({ form, fixed }: NameFieldProps<V, C, T>) {
  const message = form.formState.errors.name?.message;
  return (
    <Field label="Nombre" help={fixed} error={typeof message === 'string' ? message : undefined}>
      {(wiring) => (
        <OutlinedInput
          {...wireInput(wiring)}
          {...registerInput(form, 'name' as FieldPath<V>)}
          readOnly={fixed !== undefined}
          autoComplete="off"
          sx={fixed === undefined ? undefined : { bgcolor: 'surface.subtle' }}
          inputProps={{ maxLength: 100 }}
        />
      )}
    </Field>
  );
}

interface TransferFieldProps extends Omit<TransferListProps, 'describedBy'> {
  label: string;
  help: string;
}

/** A transfer list with its label above and its help below, as every other field of a form. */
export function TransferField({ label, help, ...list }: TransferFieldProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={`${id}-label`}>
      <FormLabel id={`${id}-label`} component="div" sx={{ mb: 1.5 }}>
        {label}
      </FormLabel>
      <TransferList {...list} describedBy={`${id}-help`} />
      <FormHelperText id={`${id}-help`}>{help}</FormHelperText>
    </Box>
  );
}

const WIDTH = 720;

interface FormPlaceProps {
  /** Undefined while it is on its way. */
  children: ReactNode | undefined;
  /** Why it will not come. */
  error: string | undefined;
  onRetry: () => void;
}

/** Where a form will stand: its skeleton, or why there is none, in the same card. */
export function FormPlace({ children, error, onRetry }: FormPlaceProps) {
  if (children !== undefined) return children;
  return (
    <Paper sx={{ maxWidth: WIDTH, minHeight: 240, p: 6 }}>
      {error === undefined ? (
        <Delayed>
          <Box role="status" sx={{ display: 'grid', gap: 4 }}>
            <VisuallyHidden>Cargando…</VisuallyHidden>
            <Skeleton height={40} />
            <Skeleton height={160} />
          </Box>
        </Delayed>
      ) : (
        <Box sx={{ display: 'grid', placeItems: 'center' }}>
          <ErrorState message={error} onRetry={onRetry} />
        </Box>
      )}
    </Paper>
  );
}

const noteOf = (disable: boolean) => (disable ? { note: 'Desactivado' } : {});

/** States somebody may choose: the system's own are set by the product only, unless they stand there already. */
export const stateChoices = (states: readonly State[], chosen: readonly number[] = []): OptionItem[] =>
  states
    .filter(({ id }) => !isSystemState(id) || chosen.includes(id))
    .map(({ id, name, color, disable }) => ({
      id,
      name,
      mark: <ColorSquare color={color} aria-hidden />,
      ...noteOf(disable),
    }));

export const substateChoices = (substates: readonly Substate[]): OptionItem[] =>
  substates.map(({ id, name, disable }) => ({ id, name, ...noteOf(disable) }));
