import Alert from '@mui/material/Alert';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { FormNote } from '../../../../components/form-note.tsx';
import { IconAlertTriangle, IconX } from '../../../../components/icons.ts';
import { KeyCap } from '../../../../components/key-cap.tsx';
import { useShortcut } from '../../../../lib/shortcuts.ts';
import { useFocusLoop } from '../../hooks/use-focus-loop.ts';
import type { OutcomeForm } from '../../hooks/use-outcome-form.ts';
import { useOutcomeSearch } from '../../hooks/use-outcome-search.ts';
import { outcomeColumns, type OutcomeState } from '../../outcome-states.ts';
import { OutcomeFields, SubstateField } from './outcome-fields.tsx';
import { OutcomeList } from './outcome-list.tsx';
import { SaveButtons } from './save-buttons.tsx';
import { SearchInput } from './search-input.tsx';

const Panel = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  borderRadius: theme.radius.card,
  background: theme.palette.background.paper,
  boxShadow: `${theme.elevation.dialog}, 0 0 0 1px ${theme.palette.line.soft}`,
}));
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: '3.5rem',
  flex: 'none',
  paddingInline: '20px 8px',
});
const Body = styled('div')({ flex: 1, display: 'flex', flexDirection: 'column', gap: 12, padding: '0 20px 12px' });
/** Always in sight, above the page's footer, however long the form is. */
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: '4rem',
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  padding: '9px 20px',
  borderTop: `1px solid ${theme.palette.line.soft}`,
  borderRadius: `0 0 ${theme.radius.card}px ${theme.radius.card}px`,
  background: theme.palette.background.paper,
}));

export interface RegisterProps {
  states: readonly OutcomeState[];
  people: readonly { id: number; name: string }[];
  form: OutcomeForm;
  /** The server's refusal of the last attempt. */
  refusal: string | undefined;
  /** Why nothing can be registered any more: the campaign was paused, somebody else has the call. */
  reason: string | undefined;
  /** Who comes next. */
  next: ReactNode;
  isSaving: boolean;
  onSave: (thenNext: boolean) => void;
  onClose: () => void;
}
interface RegisterPanelProps extends RegisterProps {
  /** Walked by Tab together with the form. */
  asideRef: RefObject<HTMLElement | null>;
}

export const missingOf = ({ form, reason }: Pick<RegisterProps, 'form' | 'reason'>): string | undefined =>
  reason ??
  (form.isReady
    ? undefined
    : form.values.stateId === null
      ? 'Seleccionar un estado es requerido.'
      : 'Hay datos que corregir.');

/** Covers the left column and nothing else: number and script stay where they are (design 9). */
export function RegisterPanel(props: RegisterPanelProps) {
  const { states, people, form, refusal, reason, isSaving, onSave, onClose, next, asideRef } = props;
  const titleId = useId();
  const errorId = useId();
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const chosen = states.find(({ id }) => id === form.values.stateId);
  const search = useOutcomeSearch({
    columns: outcomeColumns(states),
    chosenId: form.values.stateId,
    onChoose: form.chooseState,
  });
  useFocusLoop(panel, asideRef, true);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useShortcut('saveNext', () => onSave(true), { enabled: reason === undefined });
  useShortcut('save', () => onSave(false), { enabled: reason === undefined });
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // Not the Escape that closes a calendar above the form.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) onClose();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog closes on Escape
    <Panel ref={panel} role="dialog" aria-labelledby={titleId} onKeyDown={handleKey}>
      <Head>
        <Typography variant="h2" id={titleId} sx={{ whiteSpace: 'nowrap', mr: 2 }}>
          Registrar llamado
        </Typography>
        <SearchInput
          search={search}
          size="small"
          placeholder="Estado: escribir, o elegir con 1–9"
          invalid={form.errors.stateId !== undefined}
          describedBy={form.errors.stateId && errorId}
          inputRef={field}
        />
        <KeyCap aria-hidden>Esc</KeyCap>
        <IconButton aria-label="Cerrar" onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Head>
      <Body>
        {form.errors.stateId && (
          <Typography id={errorId} variant="body2" color="error" sx={{ display: 'flex', gap: 1.25 }}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            {form.errors.stateId}
          </Typography>
        )}
        {reason && (
          <Alert severity="warning" role="alert">
            {reason}
          </Alert>
        )}
        <FormNote>{refusal}</FormNote>
        <OutcomeList search={search} chosenId={form.values.stateId}>
          <SubstateField form={form} chosen={chosen} />
        </OutcomeList>
        <OutcomeFields form={form} chosen={chosen} people={people} isMobile={false} />
      </Body>
      <Foot>
        {next}
        <span style={{ flex: 1 }} />
        <SaveButtons reason={missingOf(props)} isSaving={isSaving} isMobile={false} onSave={onSave} />
      </Foot>
    </Panel>
  );
}
