import type { PanelEvent } from '@campanero/contract/quick-panel/endpoints';
import type { Settings } from '@campanero/contract/settings/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { Box, Drawer, IconButton, styled, Switch, Typography, useTheme } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { Link } from 'react-router';
import { IconCalendarTime, IconChevronRight, IconClockExclamation, IconFlag, IconX } from '../../components/icons.ts';
import { Line, Muted, PlainList } from '../../components/layout.tsx';
import { useLanguage, useText, useTextLang } from '../../i18n/i18n.ts';
import { mayAccess } from '../../lib/can.ts';
import { useNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import { changeSettings, useSettings } from '../../lib/settings.ts';
import { appearanceChange } from '../../theme/appearance.ts';
import { focusRing } from '../../theme/components/controls.ts';
import { Notes, PanelSection, quickPanelQuery } from './notes.tsx';

/** Of the `paths` of the app. */
interface PanelLinks {
  contact: (campaignId: number, callId: number, number: string) => string;
  campaign: (campaignId: number) => string;
}

export function QuickPanel({ isOpen, onClose, links }: { isOpen: boolean; onClose: () => void; links: PanelLinks }) {
  const text = useText();
  const lang = useTextLang()();
  // A guest has neither events nor notes.
  const isStaff = mayAccess('staff', useSession());
  // After an error the lists stay empty.
  const { data } = useQuery({ ...quickPanelQuery(), enabled: isOpen && isStaff });
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      // Keeps an unfinished note.
      keepMounted
      slotProps={{
        backdrop: { invisible: true },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': text('tools.quickPanel'),
          lang,
          sx: { width: 280, maxWidth: '100%', bgcolor: 'surface.raised' },
        },
      }}
    >
      <Box sx={{ position: 'absolute', top: 12, insetInlineEnd: 12 }}>
        <IconButton aria-label={text('tools.closeQuickPanel')} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', pb: 4 }}>
        <Today />
        {isStaff && (
          <>
            <PanelSection title={text('tools.events')}>
              <Agenda events={data?.events ?? []} links={links} onFollow={onClose} />
            </PanelSection>
            <Notes notes={data?.notes ?? []} />
          </>
        )}
        <PanelSection title={text('tools.quickSettings')}>
          <QuickSettings />
        </PanelSection>
      </Box>
    </Drawer>
  );
}

function useDayInWords(): (day: string, options: Intl.DateTimeFormatOptions) => string {
  const language = useLanguage();
  return (day, options) =>
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...options, timeZone: 'UTC' }).format(
      new Date(`${day}T12:00:00Z`),
    );
}

function Today() {
  const text = useText();
  const dayInWords = useDayInWords();
  const day = productDay(useNow());
  return (
    <Box component="header" sx={{ p: '20px 20px 16px' }}>
      <Typography variant="caption" component="h2" color="textSecondary" sx={{ fontWeight: 550 }}>
        {text('tools.today')}
      </Typography>
      <Typography component="p" sx={{ typography: 'h1', mt: 2, '&::first-letter': { textTransform: 'uppercase' } }}>
        {dayInWords(day, { weekday: 'long' })}
      </Typography>
      <Typography component="p" color="textSecondary" sx={{ typography: 'h2', fontWeight: 400 }}>
        {dayInWords(day, { day: 'numeric', month: 'long' })}
      </Typography>
    </Box>
  );
}

const EventList = styled(PlainList)(({ theme }) => ({
  marginInline: -8,
  '& a': {
    display: 'flex',
    gap: 10,
    padding: '7px 8px',
    borderRadius: theme.radius.chip,
    color: theme.palette.text.primary,
    textDecoration: 'none',
    ...theme.typography.body2,
  },
  '& a:hover': { backgroundColor: theme.palette.surface.raisedHover },
  '& a:focus-visible': { ...focusRing(theme), outlineOffset: -2 },
  '& svg': { flex: 'none', marginTop: 1, color: theme.palette.text.secondary },
  '& b': { display: 'block', fontWeight: 550, overflowWrap: 'anywhere' },
  '& small': { ...theme.typography.caption, display: 'block', color: theme.palette.text.secondary },
  '& span': { flex: 1, minWidth: 0 },
  '& a[data-late] :is(small, svg:first-of-type)': { color: theme.palette.soft.brass.text },
}));

type AgendaProps = { events: readonly PanelEvent[]; links: PanelLinks; onFollow: () => void };

const DAY_MS = 86_400_000;

const DayTitle = styled('h4')(({ theme }) => ({
  ...theme.typography.caption,
  margin: '10px 0 2px',
  fontWeight: 600,
  color: theme.palette.text.secondary,
  '&::first-letter': { textTransform: 'uppercase' },
  'h4:first-of-type&': { marginTop: 0 },
}));

function Agenda({ events: due, links, onFollow }: AgendaProps) {
  const text = useText();
  const dayInWords = useDayInWords();
  const id = useId();
  const now = useNow().getTime();
  if (due.length === 0) return <Muted>{text('tools.noEvents')}</Muted>;
  const titleOf = (day: string) => {
    if (day === productDay(now)) return text('tools.today');
    if (day === productDay(now + DAY_MS)) return text('tools.tomorrow');
    return dayInWords(day, { weekday: 'long', day: 'numeric', month: 'long' });
  };
  const days = Map.groupBy(due, ({ at }) => productDay(at));
  return [...days].map(([day, events]) => (
    <Fragment key={day}>
      <DayTitle id={`${id}-${day}`}>{titleOf(day)}</DayTitle>
      <EventList lang="es" aria-labelledby={`${id}-${day}`}>
        {events.map((event) => (
          <EventLink key={event.id} event={event} links={links} onFollow={onFollow} />
        ))}
      </EventList>
    </Fragment>
  ));
}

function EventLink({ event, links, onFollow }: Omit<AgendaProps, 'events'> & { event: PanelEvent }) {
  const { title, detail, at, campaignId, callId, number } = event;
  const isCallback = callId !== undefined && number !== undefined;
  const now = useNow().getTime();
  const isLate = isCallback && Date.parse(at) < now;
  const Icon = isLate ? IconClockExclamation : isCallback ? IconCalendarTime : IconFlag;
  return (
    <li>
      <Link
        to={isCallback ? links.contact(campaignId, callId, number) : links.campaign(campaignId)}
        onClick={onFollow}
        data-late={isLate ? '' : undefined}
      >
        <Icon size={16} stroke={2} aria-hidden />
        <span>
          <b>{title}</b>
          <small>{isLate ? `Vencido · ${detail}` : detail}</small>
        </span>
        <IconChevronRight size={16} stroke={2} aria-hidden />
      </Link>
    </li>
  );
}

function QuickSettings() {
  const text = useText();
  const {
    preferences: { shortcutKeys, sound },
    theme,
  } = useSettings();
  const isDark = useTheme().palette.mode === 'dark';
  const change = (preferences: Partial<Settings['preferences']>) => changeSettings({ preferences });
  const settings = [
    { label: text('tools.shortcutKeys'), isOn: shortcutKeys, set: (isOn: boolean) => change({ shortcutKeys: isOn }) },
    { label: text('tools.sound'), isOn: sound, set: (isOn: boolean) => change({ sound: isOn }) },
    {
      label: text('tools.darkMode'),
      isOn: isDark,
      set: (isOn: boolean) => changeSettings(appearanceChange(theme, isOn ? 'dark' : 'light')),
    },
  ];
  return settings.map(({ label, isOn, set }) => (
    <Line component="label" key={label} sx={{ minHeight: '2.5rem', typography: 'body2', cursor: 'pointer' }}>
      <span style={{ flex: 1 }}>{label}</span>
      <Switch checked={isOn} onChange={(_event, checked) => set(checked)} />
    </Line>
  ));
}
