/** Two notes, synthesized, so that no file is fetched. */
const NOTES = [
  { at: 0, frequency: 1046.5 },
  { at: 0.18, frequency: 1318.5 },
];
const VOLUME = 0.22;
const FADE_SECONDS = 0.9;
/** Tabs without a socket learn of a callback within a minute. */
const CLAIM_MS = 90_000;

let audio: AudioContext | undefined;

/** Browsers allow no sound before the first user gesture. */
export async function playCallbackSound(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume();
  for (const { at, frequency } of NOTES) playNote(audio, audio.currentTime + at, frequency);
}

function playNote(context: AudioContext, start: number, frequency: number): void {
  const note = context.createOscillator();
  const loudness = context.createGain();
  note.type = 'sine';
  note.frequency.value = frequency;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + FADE_SECONDS);
  note.connect(loudness).connect(context.destination);
  note.start(start);
  note.stop(start + FADE_SECONDS);
}

/** Rings in one of the user's tabs: the first that may play sound takes a lock. */
export function playCallbackAlert(notificationId: number): void {
  if (!navigator.userActivation.hasBeenActive) return;
  const play = () => playCallbackSound().catch(() => undefined);
  // Without TLS there are no locks: every tab rings.
  if (!('locks' in navigator)) return void play();
  void navigator.locks.request(`callback sound ${notificationId}`, { ifAvailable: true }, async (claim) => {
    if (!claim) return;
    await play();
    await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
  });
}
