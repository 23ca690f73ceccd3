import { Box, Button, Dialog, DialogContent, DialogTitle, styled, Switch, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { IconChevronDown } from '../../components/icons.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { Line } from '../../components/layout.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { type TextKey, useText, useTextLang } from '../../i18n/i18n.ts';
import { changeSettings } from '../../lib/settings.ts';
import {
  boundShortcuts,
  type Shortcut,
  type ShortcutId,
  SHORTCUTS,
  useShortcutPause,
  useShortcutsOn,
} from '../../lib/shortcuts.ts';
import { flexRow } from '../../theme/mixins.ts';

export function ShortcutHelpDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const lang = useTextLang();
  const titleId = useId();
  const othersId = useId();
  const isOn = useShortcutsOn();
  const [{ here, others }] = useState(() => sectionsFor(boundShortcuts()));
  const [isUnfolded, setUnfolded] = useState(false);
  useShortcutPause();
  const shown = (section: HelpSection) => <ShortcutSection key={section.title} {...section} isOn={isOn} />;
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { lang: lang(), sx: { width: 720, maxWidth: 720 } } }}
    >
      <DialogTitle id={titleId} sx={{ paddingInlineEnd: 15 }}>
        {text('tools.shortcutKeys')}
      </DialogTitle>
      <DialogClose onClose={onClose} autoFocus />
      <DialogContent>
        <Sections>{here.map(shown)}</Sections>
        <Button
          variant="text"
          size="small"
          aria-expanded={isUnfolded}
          aria-controls={othersId}
          onClick={() => setUnfolded(!isUnfolded)}
          endIcon={
            <IconChevronDown size={16} stroke={2} aria-hidden style={{ rotate: isUnfolded ? '180deg' : undefined }} />
          }
          sx={{ mt: 4, marginInlineStart: '-12px' }}
        >
          {text('shortcutHelp.others')}
        </Button>
        <Sections id={othersId} hidden={!isUnfolded}>
          {others.map(shown)}
        </Sections>
      </DialogContent>
      <ShortcutSwitch isOn={isOn} />
    </Dialog>
  );
}

const Sections = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '20px 32px',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  '&[hidden]': { display: 'none' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

const List = styled('dl')(({ theme }) => ({
  margin: '6px 0 0',
  '& > div': { ...flexRow(12), minHeight: '2.25rem', borderTop: `1px solid ${theme.palette.line.soft}` },
  '& dt': { flex: 1, minWidth: 0, color: theme.palette.text.secondary, fontSize: '0.875rem' },
  '& dd': { margin: 0, display: 'flex', gap: 4 },
  '& [data-off]': { textDecoration: 'line-through', color: theme.palette.text.disabled },
  // Shown here also without a keyboard.
  '& kbd': { display: 'inline-block' },
}));

function ShortcutSection({ title, entries, isOn }: HelpSection & { isOn: boolean }) {
  const text = useText();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="body2" component="h3" sx={{ fontWeight: 600 }}>
        {text(title)}
      </Typography>
      <List>
        {entries.map(({ label, words, caps, always }) => (
          <div key={label}>
            <dt lang={words ? undefined : 'es'} data-off={isOn || always ? undefined : ''}>
              {words ? text(words) : label}
            </dt>
            <dd>
              {caps.split(' ').map((cap) => {
                const Cap = cap === '–' ? 'span' : KeyCap;
                return (
                  <Cap key={cap} aria-hidden>
                    {cap}
                  </Cap>
                );
              })}
              <VisuallyHidden>{capsInWords(caps)}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </List>
    </section>
  );
}

/** WCAG 2.1.4: shortcuts can be turned off, for voice control and screen readers. */
function ShortcutSwitch({ isOn }: { isOn: boolean }) {
  const text = useText();
  const id = useId();
  return (
    <Line gap={3} sx={{ px: 6, py: 3, borderTop: 1, borderColor: 'line.soft' }}>
      <Switch
        id={id}
        checked={isOn}
        onChange={(_event, checked) => changeSettings({ preferences: { shortcutKeys: checked } })}
        slotProps={{ input: { role: 'switch', 'aria-describedby': `${id}-hint` } }}
        sx={{ marginInlineStart: 0, flex: 'none' }}
      />
      <div>
        <label htmlFor={id}>{text('shortcutHelp.use')}</label>
        <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.disabled' }}>
          {text('shortcutHelp.hint')}
        </Box>
      </div>
    </Line>
  );
}

/** Keys of an open form are no shortcuts, only listed. */
type HelpEntry = Pick<Shortcut, 'label' | 'caps' | 'always'> & {
  /** In the language of the shell. */
  words?: TextKey;
};
type HelpSection = { title: TextKey; entries: readonly HelpEntry[] };

const GENERAL = { search: 'tools.findCaller', findPage: 'shortcutHelp.findPage', help: 'shortcutHelp.help' } as const;
const EVERYWHERE = Object.entries(GENERAL).map(([id, words]) => ({ ...SHORTCUTS[id as keyof typeof GENERAL], words }));
const isGeneral = (id: ShortcutId) => id in GENERAL;
const isTab = (id: ShortcutId) => id.startsWith('tab');

/** Without a contact, "next" starts calling. */
function entryOf(id: ShortcutId, live: readonly ShortcutId[]): HelpEntry {
  const shortcut: Shortcut = SHORTCUTS[id];
  if (isTab(id)) return { ...shortcut, label: `Pestaña ${shortcut.label}` };
  return id === 'next' && !live.includes('call') ? { ...shortcut, label: 'Empezar a llamar' } : shortcut;
}

const CONTACT: readonly ShortcutId[] = ['dial', 'call', 'next', 'copy', 'step', 'observations'];
const CONTACT_TABS: readonly ShortcutId[] = ['tab1', 'tab2', 'tab3', 'tab4', 'tab5'];
const REGISTER: readonly ShortcutId[] = ['saveNext', 'save', 'close'];
const SURVEY: readonly ShortcutId[] = ['survey', 'surveyBack', 'surveyNone'];
const CHOOSE_OPTION: HelpEntry = { label: 'Elegir una opción y seguir', caps: '1 – 9', always: true };
const GO_ON: HelpEntry = { label: 'Seguir después de escribir o de elegir varias', caps: '↵', always: true };
const CHOOSE_STATE: HelpEntry = { label: 'Elegir un estado', caps: '1 – 9', always: true };

function sectionsFor(live: readonly ShortcutId[]): { here: HelpSection[]; others: HelpSection[] } {
  const elsewhere = (ids: readonly ShortcutId[]) =>
    ids.filter((id) => !live.includes(id) || (id === 'next' && !live.includes('call')));
  const listed = (ids: readonly ShortcutId[]) => ids.map((id) => entryOf(id, CONTACT));
  const filled = (sections: HelpSection[]) => sections.filter(({ entries }) => entries.length > 0);
  return {
    here: filled([
      { title: 'shortcutHelp.here', entries: live.filter((id) => !isGeneral(id)).map((id) => entryOf(id, live)) },
      { title: 'shortcutHelp.everywhere', entries: EVERYWHERE },
    ]),
    others: filled([
      { title: 'shortcutHelp.contact', entries: listed(elsewhere(CONTACT)) },
      { title: 'shortcutHelp.register', entries: [CHOOSE_STATE, ...listed(elsewhere(REGISTER))] },
      { title: 'shortcutHelp.survey', entries: [CHOOSE_OPTION, GO_ON, ...listed(elsewhere(SURVEY))] },
      { title: 'shortcutHelp.tabs', entries: listed(elsewhere(CONTACT_TABS)) },
    ]),
  };
}

const SPOKEN: Record<string, string> = { '⇧': 'Mayús', '↵': 'Intro', '⌥': 'Opción', '⌘': 'Comando', '–': 'a' };

const capsInWords = (caps: string) =>
  caps
    .split(' ')
    .map((cap) => SPOKEN[cap] ?? cap)
    .join(' ');
