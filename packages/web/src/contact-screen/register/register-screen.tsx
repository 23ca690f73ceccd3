import { Alert, Button, Dialog, styled } from '@mui/material';
import { type ComponentProps, useId, useRef } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconAlertTriangle, IconFileText } from '../../components/icons.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { THUMB_ROW } from '../../theme/tokens.ts';
import { NextContactLine } from '../next/next-contact.tsx';
import { ObservationsField } from './observations-field.tsx';
import { OutcomeFields } from './outcome-fields.tsx';
import { OutcomeSearchInput, OutcomeTiles, useOutcomeSearch } from './outcome-list.tsx';
import { type RegisterPanel, SaveButtons } from './register-panel.tsx';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: '3.75rem',
  paddingBlock: 0,
  paddingInline: '16px 56px',
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  background: theme.palette.background.paper,
  '& h2': { margin: 0, fontSize: '0.9375rem', lineHeight: '1.125rem', fontWeight: 620 },
  '& p': {
    ...theme.typography.caption,
    margin: 0,
    color: theme.palette.text.disabled,
    // The number comes first, so only a long name is cut.
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}));
const Body = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '14px 16px 16px',
  background: theme.palette.background.paper,
  '& .search-label': {
    display: 'block',
    marginBottom: 6,
    fontSize: '0.8125rem',
    lineHeight: '1.125rem',
    fontWeight: 550,
  },
  '& .fault': {
    display: 'flex',
    gap: 5,
    margin: '6px 0 0',
    color: theme.palette.error.main,
    ...theme.typography.caption,
  },
}));
/** The line below the buttons covers Llamado and Siguiente of the page behind: a double tap on those must not save. */
const Foot = styled('div')(({ theme }) => ({
  padding: '10px 12px env(safe-area-inset-bottom)',
  borderTop: `1px solid ${theme.palette.line.soft}`,
  background: theme.palette.background.paper,
  '& > .note': { marginBottom: 10 },
  '& > .buttons': { display: 'flex', gap: 8 },
  '& > .line': {
    ...theme.typography.body2,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 0,
    height: `calc(${THUMB_ROW.height} + ${THUMB_ROW.below}px)`,
    color: theme.palette.text.secondary,
  },
}));

interface RegisterScreenProps extends Pick<ComponentProps<typeof RegisterPanel>, 'work' | 'detail'> {
  /** "11 5550 2847 · Graciela Fernández" */
  who: string;
  onScript: (() => void) | undefined;
}

export function RegisterScreen({ work, detail, who, onScript }: RegisterScreenProps) {
  const { form, reason, save, close } = work;
  const missing = reason ?? form.missing;
  const titleId = useId();
  const labelId = useId();
  const field = useRef<HTMLInputElement>(null);
  const search = useOutcomeSearch(work.states, form);
  useShortcut('saveNext', () => save(true), { enabled: reason === undefined });
  return (
    <Dialog
      open
      fullScreen
      onClose={close}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { '&&': { m: 0, maxWidth: '100%', borderRadius: 0 } } } }}
    >
      <Head>
        <div style={{ flex: 1, minWidth: 0 }}>
          <h2 id={titleId}>Registrar llamado</h2>
          <p title={who}>
            <bdi>{who}</bdi>
          </p>
        </div>
        {onScript && (
          <Button
            size="small"
            variant="text"
            startIcon={<IconFileText size={18} stroke={1.75} aria-hidden />}
            onClick={onScript}
          >
            Script
          </Button>
        )}
        <DialogClose onClose={close} />
      </Head>
      <Body>
        {reason && <Alert severity="warning">{reason}</Alert>}
        <div>
          <span id={labelId} className="search-label">
            Estado
          </span>
          <OutcomeSearchInput
            search={search}
            placeholder={`Buscar entre ${work.states.length} estados`}
            invalid={form.errors.stateId !== undefined}
            describedBy={form.errors.stateId && `${labelId}-error`}
            inputRef={field}
          />
          {form.errors.stateId && (
            <p id={`${labelId}-error`} className="fault">
              <IconAlertTriangle size={14} stroke={2} aria-hidden />
              {form.errors.stateId}
            </p>
          )}
          <div style={{ marginTop: 10 }}>
            <OutcomeTiles search={search} />
          </div>
        </div>
        <OutcomeFields form={form} chosen={search.chosen} people={detail.contacts} />
        <ObservationsField form={form} />
      </Body>
      <Foot data-bottom-bar>
        {work.refusal && (
          <div className="note">
            <RefusalNote>{work.refusal}</RefusalNote>
          </div>
        )}
        <div className="buttons">
          <SaveButtons reason={missing} isSaving={work.isSaving} isMobile onSave={save} />
        </div>
        {/* Phones show no tooltips. */}
        <div className="line">
          {missing ? (
            <span aria-hidden>{missing}</span>
          ) : (
            <NextContactLine campaignId={work.callKey.campaignId} next={work.next} />
          )}
        </div>
      </Foot>
    </Dialog>
  );
}
