import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { changeSettings } from '../../lib/settings.ts';
import {
  liveShortcuts,
  type Shortcut,
  type ShortcutId,
  SHORTCUTS,
  useShortcutPause,
  useShortcutsOn,
} from '../../lib/shortcuts.ts';

/** What can be pressed here, then every other shortcut there is, and the switch that turns them off (UX-03). */
export function ShortcutHelpDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const isOn = useShortcutsOn();
  // As it was when the question was asked.
  const [sections] = useState(() => sectionsFor(liveShortcuts()));
  useShortcutPause();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 720, maxWidth: 720 } } }}
    >
      <DialogTitle id={titleId} sx={{ paddingInlineEnd: 15 }}>
        Atajos de teclado
      </DialogTitle>
      <DialogClose onClose={onClose} autoFocus />
      <DialogContent>
        <Box
          sx={{
            display: 'grid',
            gap: '20px 32px',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          {sections.map((section) => (
            <ShortcutSection key={section.title} {...section} isOn={isOn} />
          ))}
        </Box>
      </DialogContent>
      <ShortcutSwitch isOn={isOn} />
    </Dialog>
  );
}

const List = styled('dl')(({ theme }) => ({
  margin: '6px 0 0',
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: '2.25rem',
    borderTop: `1px solid ${theme.palette.line.soft}`,
  },
  '& dt': { flex: 1, minWidth: 0, color: theme.palette.text.secondary, fontSize: '0.875rem' },
  '& dd': { margin: 0, display: 'flex', gap: 4 },
  '& [data-off]': { textDecoration: 'line-through', color: theme.palette.text.disabled },
  // Here they are what one came to read, keyboard or not.
  '& kbd': { display: 'inline-block' },
}));

/** A few shortcuts that belong together; those that are switched off are struck out. */
function ShortcutSection({ title, entries, isOn }: HelpSection & { isOn: boolean }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="body2" component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <List>
        {entries.map(({ label, caps, always }) => (
          <div key={label}>
            <dt data-off={isOn || always ? undefined : ''}>{label}</dt>
            <dd>
              {caps.split(' ').map((cap) =>
                cap === '–' ? (
                  <span key={cap} aria-hidden>
                    {cap}
                  </span>
                ) : (
                  <KeyCap key={cap} aria-hidden>
                    {cap}
                  </KeyCap>
                ),
              )}
              <VisuallyHidden>{capsInWords(caps)}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </List>
    </section>
  );
}

/** WCAG 2.1.4: whoever steers by voice or with a screen reader can do without them. */
function ShortcutSwitch({ isOn }: { isOn: boolean }) {
  const id = useId();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 6,
        py: 3,
        borderTop: 1,
        borderColor: 'line.soft',
      }}
    >
      <Switch
        id={id}
        checked={isOn}
        onChange={(_event, checked) => changeSettings({ preferences: { shortcutKeys: checked } })}
        slotProps={{ input: { role: 'switch', 'aria-describedby': `${id}-hint` } }}
        sx={{ marginInlineStart: 0, flex: 'none' }}
      />
      <div>
        <label htmlFor={id}>Usar atajos de teclado</label>
        <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.disabled' }}>
          Vale para usted en todos sus equipos. Esc cierra siempre.
        </Box>
      </div>
    </Box>
  );
}

/** What the help tells of a shortcut; the keys of an open form are no shortcuts and are only told. */
type HelpEntry = Pick<Shortcut, 'label' | 'caps' | 'always'>;
interface HelpSection {
  title: string;
  entries: readonly HelpEntry[];
}

const GENERAL: readonly ShortcutId[] = ['search', 'findPage', 'help'];
const isGeneral = (id: ShortcutId) => GENERAL.includes(id);
const isTab = (id: ShortcutId) => id.startsWith('tab');

/** Where there is no contact yet, the next one is the first. */
function entryOf(id: ShortcutId, live: readonly ShortcutId[]): HelpEntry {
  const shortcut: Shortcut = SHORTCUTS[id];
  if (isTab(id)) return { ...shortcut, label: `Pestaña ${shortcut.label}` };
  return id === 'next' && !live.includes('call') ? { ...shortcut, label: 'Empezar a llamar' } : shortcut;
}

const CONTACT: readonly ShortcutId[] = ['call', 'next', 'copy', 'observations'];
const CONTACT_TABS: readonly ShortcutId[] = ['tab1', 'tab2', 'tab3', 'tab4', 'tab5'];
const REGISTER: readonly ShortcutId[] = ['saveNext', 'save', 'close'];
const CHOOSE_STATE: HelpEntry = { label: 'Elegir un estado', caps: '1 – 9', always: true };

/** First what the page at hand offers, then what every page does, then what is to be found on the contact page. */
function sectionsFor(live: readonly ShortcutId[]): HelpSection[] {
  const elsewhere = (ids: readonly ShortcutId[]) =>
    ids.filter((id) => !live.includes(id) || (id === 'next' && !live.includes('call')));
  const told = (ids: readonly ShortcutId[]) => ids.map((id) => entryOf(id, CONTACT));
  return [
    { title: 'En esta página', entries: live.filter((id) => !isGeneral(id)).map((id) => entryOf(id, live)) },
    { title: 'En todas las páginas', entries: told(GENERAL) },
    { title: 'En la página del contacto', entries: told(elsewhere(CONTACT)) },
    { title: 'Al registrar un llamado', entries: [CHOOSE_STATE, ...told(elsewhere(REGISTER))] },
    { title: 'Pestañas del contacto', entries: told(elsewhere(CONTACT_TABS)) },
  ].filter(({ entries }) => entries.length > 0);
}

const SPOKEN: Record<string, string> = { '⇧': 'Mayús', '↵': 'Intro', '⌥': 'Opción', '⌘': 'Comando', '–': 'a' };

/** "Ctrl ⇧ ↵" as a screen reader should say it. */
const capsInWords = (caps: string) =>
  caps
    .split(' ')
    .map((cap) => SPOKEN[cap] ?? cap)
    .join(' ');
