import { shell } from '@campanero/contract/auth/endpoints';
import { SETTINGS_SAVE_MS } from '@campanero/contract/limits';
import { mergeSettings, readSettings, type Settings, type SettingsPatch } from '@campanero/contract/settings/schemas';
import { replaceEqualDeep } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from './api.ts';
import { keepLocal, onOtherTab, parseStored, readLocal } from './browser/storage.ts';
import { ApiError, errorText } from './errors.ts';
import { createStore, useStore } from './external-store.ts';
import { getSession, onSessionEnd, onSignOut, type UserInfo } from './session.ts';
import { notify } from './snackbar.ts';

/** Applied at once and saved 300 ms later; only changes are sent, so those of other devices stay. Guests' are kept locally. */
type Shell = { settings: Settings; shortcuts: readonly string[]; photoURL: string | null };

/** The local copy, for the first render after a reload and for unsaved changes. */
const KEY = 'shell';
const copy = z.object({
  userId: z.number(),
  settings: z.record(z.string(), z.unknown()),
  shortcuts: z.array(z.string()),
  photoURL: z.string().nullable().catch(null),
  /** Not yet on the server. */
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
  // Keeps equal objects, to avoid renders.
  shown.set(replaceEqualDeep(shown.get(), { settings: readSettings(settings), shortcuts, photoURL: next.photoURL }));
}

function keep(next: Copy): void {
  show(next);
  keepLocal(KEY, JSON.stringify(next));
}

const readCopy = (): Copy | undefined => copy.safeParse(parseStored(readLocal(KEY))).data;

/** Applies the local copy of the user's settings and follows other tabs. Called once before the first render. */
export function openSettings(): () => void {
  const userId = getSession()?.userId;
  const stored = readCopy();
  if (stored && stored.userId === userId) {
    show(stored);
    saveSoon();
  }
  return onOtherTab((key) => {
    const other = key === KEY ? readCopy() : undefined;
    // The other tab saves its own changes.
    if (other && other.userId === current?.userId) show({ ...other, unsaved: current.unsaved });
  });
}

type ShellRecord = Pick<Copy, 'settings' | 'shortcuts' | 'photoURL'>;
export function applyShellRecord(person: Pick<UserInfo, 'userId' | 'roles'>, record: ShellRecord): void {
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
/** One at a time, in order. */
const save = (): Promise<void> => (saving = saving.then(saveUnsaved));

async function saveUnsaved(): Promise<void> {
  clearTimeout(timer);
  const sent = current?.unsaved;
  if (!current || !sent || Object.keys(sent).length === 0) return;
  const { userId } = current;
  try {
    const { from, data } = await call(shell.update, { body: { user: { data: sent } } });
    if (current?.userId !== userId) return;
    // Changed meanwhile: sends the whole change again.
    const isSame = current.unsaved === sent;
    keep({ ...current, settings: data.settings, shortcuts: data.shortcuts, unsaved: isSame ? {} : current.unsaved });
    notify.success(`User data saved to ${from}`);
  } catch (error) {
    if (current?.userId !== userId) return;
    // A tab of another version may send unknown settings: not repeated.
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
  // The settings of a guest exist only here.
  if (ended === 'signed-out' && !(session && isGuest(session))) localStorage.removeItem(KEY);
});

export const getSettings = (): Settings => shown.get().settings;
export const useSettings = (): Settings => useStore(shown).settings;
export const useShortcutIds = (): readonly string[] => useStore(shown).shortcuts;
/** An API link, fetched with the token. */
export const usePhotoUrl = (): string | null => useStore(shown).photoURL;

/** Shown without waiting for the next session check. */
export function applyPhotoUrl(photoURL: string | null): void {
  if (current) keep({ ...current, photoURL });
}
