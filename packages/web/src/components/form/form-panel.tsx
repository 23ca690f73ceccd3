import { Box, type ButtonProps, Paper, type SxProps, type Theme } from '@mui/material';
import type { ReactNode } from 'react';
import type { To } from 'react-router';
import type { FormStatus } from '../../lib/forms.ts';
import { ActionButton, SubmitButton } from '../action-button.tsx';
import { FIELD_GAP } from '../fields/field.tsx';
import { Actions, Halves, Stacked } from '../layout.tsx';
import { CHOOSE_FIRST, ConflictChoices } from './conflict-choices.tsx';
import { FormDialog, type FormDialogProps, formProps, UnsavedGuard, WholeRow } from './dialogs.tsx';
import { RefusalNote } from './form-note.tsx';
import { SaveBar } from './save-bar.tsx';

interface FormFrameProps {
  status: FormStatus;
  action?: string;
  pendingText?: string;
  unchanged?: string;
  invalid?: string;
  /** The button looks ready from the start; a press shows the faults. */
  isEager?: boolean;
  /** Why it cannot be sent at all. */
  locked?: string;
  /** For conflicts. */
  labels?: Readonly<Record<string, string>>;
  inWords?: (field: string, value: unknown) => string;
  children: ReactNode;
}

const UNCHANGED = 'Todavía no hay cambios.';

export function FormSubmit(props: Omit<FormFrameProps, 'children'> & Pick<ButtonProps, 'variant'>) {
  const { status, action = 'Guardar', pendingText = 'Guardando…', variant = 'contained', locked, isEager } = props;
  const { unchanged = UNCHANGED, invalid = 'Hay datos que corregir.' } = props;
  const { isUndecided, isReady, isDirty } = status;
  const reason = isUndecided ? CHOOSE_FIRST : isReady || isEager ? undefined : isDirty ? invalid : unchanged;
  return (
    <SubmitButton
      reason={locked ?? reason}
      isPending={status.isPending}
      pendingText={pendingText}
      variant={variant}
      onRefused={status.showFaults}
    >
      {action}
    </SubmitButton>
  );
}

const FormConflicts = ({ status, labels, inWords }: Pick<FormFrameProps, 'status' | 'labels' | 'inWords'>) => (
  <ConflictChoices conflicts={status.conflicts} labels={labels} inWords={inWords} onChoose={status.choose} />
);

/** Submits if ready; otherwise shows the faults. */
const submitWhenReady = (status: FormStatus, locked?: string) => () => {
  if (status.isPending) return;
  if (status.isReady && !locked) status.submit();
  else status.showFaults();
};

interface FormPanelProps extends FormFrameProps {
  label?: string;
  labelledBy?: string;
  /** Two columns, in which `data-wide` takes a row. */
  isWide?: boolean;
  gap?: number;
  paddingY?: number;
  cancelTo?: To;
  /** The page stays: Cancelar takes the changes back. */
  stays?: boolean;
  /** Beside the button; a conflict replaces it. */
  hint?: ReactNode;
  /** Asks before leaving with unsaved changes; names what would be lost. */
  guard?: string;
  sx?: SxProps<Theme>;
}

/** A form on a card with a button bar. */
export function FormPanel(props: FormPanelProps) {
  const { status, label, labelledBy, isWide, gap = FIELD_GAP, paddingY } = props;
  const { cancelTo, stays, hint, guard, sx, children, unchanged = UNCHANGED } = props;
  const Fields = isWide ? Halves : Stacked;
  return (
    <Paper {...formProps(submitWhenReady(status))} aria-label={label} aria-labelledby={labelledBy} sx={sx}>
      {guard && <UnsavedGuard active={status.isDirty} what={guard} />}
      <Fields gap={gap} sx={{ px: { xs: 4, sm: 6 }, py: paddingY ?? { xs: 4, sm: 6 } }}>
        {children}
        {status.conflicts.length > 0 && (
          <div data-wide>
            <FormConflicts {...props} />
          </div>
        )}
      </Fields>
      <SaveBar cancelTo={cancelTo} status={status.isUndecided ? CHOOSE_FIRST : hint} note={status.refusal}>
        {stays && (
          <ActionButton
            reason={status.isDirty ? undefined : unchanged}
            disabled={status.isPending}
            onClick={status.undo}
          >
            Cancelar
          </ActionButton>
        )}
        <FormSubmit {...props} />
      </SaveBar>
    </Paper>
  );
}

interface InlineFormProps extends FormFrameProps, Pick<FormPanelProps, 'label' | 'isWide' | 'gap' | 'sx'> {
  variant?: ButtonProps['variant'];
  other?: ReactNode;
  isAtStart?: boolean;
}

/** A form inside a card or tab. */
export function InlineForm(props: InlineFormProps) {
  const { status, label, locked, isWide, gap = 4, other, isAtStart, sx, children } = props;
  const Fields = isWide ? Halves : Stacked;
  return (
    <Box {...formProps(submitWhenReady(status, locked))} aria-label={label} sx={sx}>
      <Fields gap={gap}>
        {children}
        <Stacked gap={gap} data-wide>
          <FormConflicts {...props} />
          <RefusalNote>{status.refusal}</RefusalNote>
          <Actions sx={{ justifyContent: isAtStart ? 'flex-start' : 'flex-end' }}>
            {other}
            <FormSubmit {...props} />
          </Actions>
        </Stacked>
      </Fields>
    </Box>
  );
}

interface RecordDialogProps
  extends
    FormFrameProps,
    Pick<FormDialogProps, 'title' | 'width' | 'isWide' | 'aria-describedby' | 'other' | 'onClose'> {
  /** For other requests of the dialog. */
  isBusy?: boolean;
  otherRefusal?: string;
}

/** A form in a dialog. */
export function RecordDialog({ isBusy = false, otherRefusal, children, ...props }: RecordDialogProps) {
  const { status } = props;
  return (
    <FormDialog
      {...props}
      isPending={status.isPending || isBusy}
      error={otherRefusal ?? (status.isAtFields ? undefined : status.refusal)}
      onSubmit={submitWhenReady(status)}
      submit={<FormSubmit {...props} />}
    >
      {children}
      {status.conflicts.length > 0 && (
        <WholeRow>
          <FormConflicts {...props} />
        </WholeRow>
      )}
    </FormDialog>
  );
}
