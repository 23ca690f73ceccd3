import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { Alert, Box, Button, Dialog, FormLabel, LinearProgress, styled, Typography } from '@mui/material';
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { ActionButton, type ActionButtonProps } from '../../components/action-button.tsx';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { BarStatus, RefusalNote } from '../../components/form/form-note.tsx';
import { IconAlertTriangle, IconFileText } from '../../components/icons.ts';
import { KeyCap, ShortcutCap } from '../../components/key-cap.tsx';
import { Line } from '../../components/layout.tsx';
import { useShortcut } from '../../lib/shortcuts.ts';
import { FIXED_BOTTOM, THUMB_ROW } from '../../theme/tokens.ts';
import { NextContactLine } from '../next/next-contact.tsx';
import type { ContactWork } from '../use-contact-work.ts';
import { LinkRow } from './link-row.tsx';
import { ObservationsField } from './observations-field.tsx';
import { OutcomeFields } from './outcome-fields.tsx';
import { QuestionField } from './question-field.tsx';
import { OutcomeRows, OutcomeSearchInput, OutcomeTiles, useOutcomeSearch } from './outcome-list.tsx';
import { flexColumn, flexRow } from '../../theme/mixins.ts';

const Panel = styled('section')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minHeight: 0,
  borderRadius: theme.radius.card,
  background: theme.palette.background.paper,
  boxShadow: `${theme.elevation.dialog}, 0 0 0 1px ${theme.palette.line.soft}`,
}));
/** In a low window this part scrolls and the observations stay visible. */
const Choices = styled('div')({
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  ...flexColumn(7),
  padding: '0 20px 6px',
  '& > *': { flex: 'none' },
  // The list of states shrinks first: while the other fields are filled in, a state is already chosen.
  '& > [role="listbox"]': { flex: '0 1 auto', minHeight: '4.25rem', overflowY: 'auto' },
});
/** Always visible, above the page's footer. */
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: FIXED_BOTTOM,
  zIndex: 1,
  ...flexRow(8),
  flex: 'none',
  padding: '8px 20px',
  borderTop: `1px solid ${theme.palette.line.soft}`,
  borderRadius: `0 0 ${theme.radius.card}px ${theme.radius.card}px`,
  background: theme.palette.background.paper,
}));

interface RegisterPanelProps {
  work: ContactWork;
  detail: CallDetail;
  /** The script: Tab moves through it together with the form. */
  asideRef: RefObject<HTMLElement | null>;
  /** Opens the questionnaire where it does not stand beside the form. */
  onSurvey: (() => void) | undefined;
}

/** The registration on a wide screen. It covers the left column only: number and script stay visible. */
export function RegisterPanel({ work, detail, asideRef, onSurvey }: RegisterPanelProps) {
  const { form, reason, save, close } = work;
  const titleId = useId();
  const errorId = useId();
  const panel = useRef<HTMLElement>(null);
  const field = work.outcomeField;
  const search = useOutcomeSearch(work);
  useFocusLoop(panel, asideRef);
  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  useShortcut('saveNext', () => save(true), { enabled: reason === undefined });
  useShortcut('save', () => save(false), { enabled: reason === undefined });
  const handleKey = (event: ReactKeyboardEvent<HTMLElement>) => {
    // Escape in a calendar over the form closes only the calendar.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) close();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog closes on Escape
    <Panel ref={panel} role="dialog" aria-labelledby={titleId} onKeyDown={handleKey} data-compact="">
      <Line gap={2.5} sx={{ height: '3.75rem', flex: 'none', paddingInline: '20px 60px' }}>
        <Typography variant="h2" id={titleId} sx={{ whiteSpace: 'nowrap', marginInlineEnd: 2 }}>
          Registrar llamado
        </Typography>
        <OutcomeSearchInput
          search={search}
          size="small"
          placeholder="Estado: escribir, o elegir con 1–9"
          describedBy={form.errors.stateId && errorId}
          inputRef={field}
        />
        {onSurvey && (
          <Button size="small" variant="text" onClick={onSurvey} sx={{ flex: 'none' }}>
            Relevamiento
          </Button>
        )}
        <KeyCap aria-hidden>Esc</KeyCap>
      </Line>
      <Choices>
        {form.errors.stateId && (
          <Typography id={errorId} variant="body2" color="error" sx={{ display: 'flex', gap: 1.25 }}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            {form.errors.stateId}
          </Typography>
        )}
        {reason && <Alert severity="warning">{reason}</Alert>}
        <OutcomeRows search={search} />
        <OutcomeFields form={form} chosen={search.chosen} people={detail.contacts} />
        <LinkRow work={work} stateId={search.chosen?.id} />
        <QuestionField form={form} />
      </Choices>
      {/* Its height depends on the window alone, so that it keeps its place whatever state is chosen. */}
      <Box sx={{ flex: 'none', display: 'flex', height: 'clamp(4.5rem, 16%, 8rem)', padding: '0 20px 8px' }}>
        <ObservationsField form={form} isCompact />
      </Box>
      <Foot>
        <BarStatus note={work.refusal} sx={{ flex: 1 }}>
          <NextContactLine campaignId={work.callKey.campaignId} next={work.next} />
        </BarStatus>
        <SaveButtons work={work} />
      </Foot>
      {/* In the upper corner, but last for Tab: the fields of the state come first. */}
      <DialogClose onClose={close} />
    </Panel>
  );
}

const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';

const tabbable = (root: HTMLElement | null) =>
  [...(root?.querySelectorAll<HTMLElement>(TABBABLE) ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.offsetParent !== null,
  );

/** Tab moves only through the form and the script, and F6 changes between the two. */
function useFocusLoop(form: RefObject<HTMLElement | null>, aside: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const at = document.activeElement;
      const isInForm = form.current?.contains(at) ?? false;
      const isInAside = aside.current?.contains(at) ?? false;
      if (event.key === 'F6') {
        const side = isInForm ? aside.current : form.current;
        const target = side?.querySelector<HTMLElement>('[data-answer]') ?? tabbable(side)[0];
        if (!target) return;
        event.preventDefault();
        target.focus();
      } else if (event.key === 'Tab') {
        const stops = [...tabbable(form.current), ...tabbable(aside.current)];
        const place = stops.indexOf(at as HTMLElement);
        const isLost = at === null || at === document.body || at.tagName === 'MAIN';
        if (stops.length === 0 || (!isInForm && !isInAside && !isLost)) return;
        const next = event.shiftKey ? place - 1 : place + 1;
        // Between the ends of the form the browser's own order is right.
        const isEdge = isLost || next < 0 || next === stops.length || form.current?.contains(stops[next]!) !== isInForm;
        if (!isEdge) return;
        event.preventDefault();
        stops[isLost ? 0 : (next + stops.length) % stops.length]?.focus();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [form, aside]);
}

function SaveButtons({ work, isMobile = false }: Pick<RegisterPanelProps, 'work'> & { isMobile?: boolean }) {
  const { isSaving, save } = work;
  const button = (thenNext: boolean): ActionButtonProps => ({
    reason: work.reason ?? work.form.missing,
    isPending: isSaving,
    size: isMobile ? 'large' : 'small',
    onClick: () => save(thenNext),
    onRefused: () => save(thenNext),
    style: isMobile ? { flex: thenNext ? 1.8 : 1, height: '3rem' } : { flex: 'none' },
  });
  return (
    <>
      <ActionButton {...button(false)} aria-busy={undefined}>
        Guardar
      </ActionButton>
      <ActionButton {...button(true)} variant="contained" sx={{ gap: 2.5, overflow: 'hidden', position: 'relative' }}>
        {isSaving ? 'Guardando…' : 'Guardar y siguiente'}
        {!isMobile && <ShortcutCap id="saveNext" />}
        {isSaving && <LinearProgress aria-hidden sx={{ position: 'absolute', insetInline: 0, bottom: 0, height: 3 }} />}
      </ActionButton>
    </>
  );
}

interface RegisterScreenProps extends Pick<RegisterPanelProps, 'work' | 'detail' | 'onSurvey'> {
  /** "11 5550 2847 · Graciela Fernández" */
  who: string;
  onScript: (() => void) | undefined;
}

/** The registration on a phone: it covers the page. */
export function RegisterScreen({ work, detail, who, onScript, onSurvey }: RegisterScreenProps) {
  const { form, reason, save, close } = work;
  const missing = reason ?? form.missing;
  const titleId = useId();
  const errorId = useId();
  const search = useOutcomeSearch(work);
  useShortcut('saveNext', () => save(true), { enabled: reason === undefined });
  return (
    <Dialog
      open
      fullScreen
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { '&&': { m: 0, maxWidth: '100%', borderRadius: 0, bgcolor: 'background.paper' } } } }}
    >
      <Line sx={{ minHeight: '3.75rem', paddingInline: '16px 56px', borderBottom: 1, borderColor: 'line.soft' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            id={titleId}
            component="h2"
            sx={{ fontSize: '0.9375rem', lineHeight: '1.125rem', fontWeight: 620 }}
          >
            Registrar llamado
          </Typography>
          {/* The number comes first, so only a long name is cut. */}
          <Typography variant="caption" component="p" color="textDisabled" noWrap title={who}>
            <bdi>{who}</bdi>
          </Typography>
        </Box>
        {onSurvey && (
          <Button size="small" variant="text" onClick={onSurvey}>
            Relevamiento
          </Button>
        )}
        {onScript && (
          <Button
            size="small"
            variant="text"
            // Beside another button there is no room for it.
            startIcon={onSurvey ? undefined : <IconFileText size={18} stroke={1.75} aria-hidden />}
            onClick={onScript}
          >
            Script
          </Button>
        )}
        <DialogClose onClose={close} />
      </Line>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          display: 'flex',
          flexDirection: 'column',
          gap: 4,
          p: '14px 16px 16px',
        }}
      >
        {reason && <Alert severity="warning">{reason}</Alert>}
        <div>
          <FormLabel component="span" sx={{ display: 'block', mb: 1.5 }}>
            Estado
          </FormLabel>
          <OutcomeSearchInput
            search={search}
            placeholder={`Buscar entre ${work.states.length} estados`}
            describedBy={form.errors.stateId && errorId}
          />
          {form.errors.stateId && (
            <Typography
              id={errorId}
              variant="caption"
              component="p"
              color="error"
              sx={{ display: 'flex', gap: 1.25, mt: 1.5 }}
            >
              <IconAlertTriangle size={14} stroke={2} aria-hidden />
              {form.errors.stateId}
            </Typography>
          )}
          <Box sx={{ mt: 2.5 }}>
            <OutcomeTiles search={search} />
          </Box>
        </div>
        <OutcomeFields form={form} chosen={search.chosen} people={detail.contacts} />
        <LinkRow work={work} stateId={search.chosen?.id} />
        <ObservationsField form={form} />
        <QuestionField form={form} />
      </Box>
      <Box
        data-bottom-bar
        sx={{
          p: '10px 12px env(safe-area-inset-bottom)',
          borderTop: 1,
          borderColor: 'line.soft',
          '& > .MuiAlert-root': { mb: 2.5 },
        }}
      >
        <RefusalNote>{work.refusal}</RefusalNote>
        <Line sx={{ alignItems: 'stretch' }}>
          <SaveButtons work={work} isMobile />
        </Line>
        {/* It covers Llamado and Siguiente of the page behind: a double tap on those must not save. Phones show no tooltips. */}
        <Line
          sx={{ ...BELOW_BUTTONS, justifyContent: 'center', minWidth: 0, typography: 'body2', color: 'text.secondary' }}
        >
          {missing ? (
            <span aria-hidden>{missing}</span>
          ) : (
            <NextContactLine campaignId={work.callKey.campaignId} next={work.next} />
          )}
        </Line>
      </Box>
    </Dialog>
  );
}

const BELOW_BUTTONS = { height: `calc(${THUMB_ROW.height} + ${THUMB_ROW.below}px)` };
