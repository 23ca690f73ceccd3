import { shell } from '@campanero/contract/auth/endpoints';
import { SETTINGS_SAVE_MS } from '@campanero/contract/limits';
import { mergeSettings, readSettings, type Settings, type SettingsPatch } from '@campanero/contract/settings/schemas';
import { replaceEqualDeep } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from './api.ts';
import { ApiError, errorText } from './errors.ts';
import { createStore, useStore } from './external-store.ts';
import { getSession, onSessionEnd, onSignOut, type UserInfo } from './session.ts';
import { notify } from './snackbar.ts';

/**
 * How one has set up the shell. A change shows at once and is saved 300 ms after the last one, as the change alone:
 * what another device changed meanwhile stays. A guest's stays in this browser.
 */
interface Shell {
  settings: Settings;
  /** Navigation ids. */
  shortcuts: readonly string[];
  /** Where one's own picture is served. */
  photoURL: string | null;
}

/** The browser's copy: the first drawing after a reload is right at once, and a change not saved yet is not lost. */
const KEY = 'shell';
const copy = z.object({
  userId: z.number(),
  /** As the server has it. */
  settings: z.record(z.string(), z.unknown()),
  shortcuts: z.array(z.string()),
  photoURL: z.string().nullable().catch(null),
  /** What the server does not have yet. */
  unsaved: z.object({
    settings: z.record(z.string(), z.unknown()).optional(),
    shortcuts: z.array(z.string()).optional(),
  }),
});
type Copy = z.infer<typeof copy>;
type Unsaved = Copy['unsaved'];

const INITIAL: Shell = { settings: readSettings({}), shortcuts: [], photoURL: null };
const shown = createStore<Shell>(INITIAL);
let current: Copy | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const withChange = (before: Unsaved, change: Unsaved): Unsaved => ({
  ...before,
  ...change,
  ...(change.settings && { settings: mergeSettings(before.settings, change.settings) }),
});

function show(next: Copy): void {
  current = next;
  const { settings, shortcuts } = withChange(next, next.unsaved) as Required<Unsaved>;
  // What is the same stays the same object, and is not drawn anew.
  shown.set(replaceEqualDeep(shown.get(), { settings: readSettings(settings), shortcuts, photoURL: next.photoURL }));
}

/** Storage may be full or forbidden: the page stays as it is, only a reload begins with what the server has. */
function keep(next: Copy): void {
  show(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // See above.
  }
}

function readCopy(): Copy | undefined {
  try {
    return copy.parse(JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return undefined;
  }
}

/** Applies the signed-in user's settings as this browser knows them, and follows its other tabs. Called once, before the first drawing. */
export function openSettings(): () => void {
  const userId = getSession()?.userId;
  const stored = readCopy();
  if (stored && stored.userId === userId) {
    show(stored);
    saveSoon();
  }
  const follow = (event: StorageEvent) => {
    const other = event.key === KEY ? readCopy() : undefined;
    // That tab saves its own changes.
    if (other && other.userId === current?.userId) show({ ...other, unsaved: current.unsaved });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** What the server has of somebody's shell. Of a guest it has nothing: this browser does. */
export function applyShellRecord(
  person: Pick<UserInfo, 'userId' | 'roles'>,
  record: Pick<Copy, 'settings' | 'shortcuts' | 'photoURL'>,
): void {
  const known = [current, readCopy()].find((candidate) => candidate?.userId === person.userId);
  if (isGuest(person))
    return keep({ ...(known ?? { userId: person.userId, ...record, unsaved: {} }), photoURL: record.photoURL });
  const { settings, shortcuts, photoURL } = record;
  keep({ userId: person.userId, settings, shortcuts, photoURL, unsaved: known?.unsaved ?? {} });
}

const isGuest = ({ roles }: Pick<UserInfo, 'roles'>) => roles.length === 0;

export const changeSettings = (settings: SettingsPatch): void => change({ settings });
export const changeShortcuts = (shortcuts: readonly string[]): void => change({ shortcuts: [...shortcuts] });

function change(what: Unsaved): void {
  const session = getSession();
  if (!current || !session) return;
  if (isGuest(session)) return keep({ ...current, ...withChange(current, what) });
  keep({ ...current, unsaved: withChange(current.unsaved, what) });
  saveSoon();
}

function saveSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), SETTINGS_SAVE_MS);
}

let saving: Promise<void> = Promise.resolve();
/** One after the other, so that an older change never arrives after a newer one. */
const save = (): Promise<void> => (saving = saving.then(saveUnsaved));

async function saveUnsaved(): Promise<void> {
  clearTimeout(timer);
  const sent = current?.unsaved;
  if (!current || !sent || Object.keys(sent).length === 0) return;
  const { userId } = current;
  try {
    const { from, data } = await call(shell.update, { body: { user: { data: sent } } });
    if (current?.userId !== userId) return;
    // Changed again meanwhile: that is still to be saved, and more of it than is needed does no harm.
    const isSame = current.unsaved === sent;
    keep({ ...current, settings: data.settings, shortcuts: data.shortcuts, unsaved: isSame ? {} : current.unsaved });
    notify.success(`User data saved to ${from}`);
  } catch (error) {
    if (current?.userId !== userId) return;
    // What does not exist for this server (a tab of another version) it will never take: it is not sent again and again.
    if (error instanceof ApiError && error.status === 400 && current.unsaved === sent)
      keep({ ...current, unsaved: {} });
    notify.error(errorText(error));
  }
}

onSignOut(save);
onSessionEnd((ended) => {
  clearTimeout(timer);
  const session = getSession();
  current = undefined;
  shown.set(INITIAL);
  // A guest's settings have no other home; others find theirs again at the next sign-in.
  if (ended === 'signed-out' && !(session && isGuest(session))) localStorage.removeItem(KEY);
});

export const getSettings = (): Settings => shown.get().settings;
export const useSettings = (): Settings => useStore(shown).settings;
export const useShortcutIds = (): readonly string[] => useStore(shown).shortcuts;
/** A link of the API: to be fetched with the token. */
export const usePhotoUrl = (): string | null => useStore(shown).photoURL;

/** The server has it already: shown at once, without waiting for the next check of the session. */
export function applyPhotoUrl(photoURL: string | null): void {
  if (current) keep({ ...current, photoURL });
}
