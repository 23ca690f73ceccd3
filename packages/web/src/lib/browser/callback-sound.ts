/** What rings when a callback is due: two notes of a small bell, made here, so that no file has to be fetched. */
const NOTES = [
  { at: 0, frequency: 1046.5 },
  { at: 0.18, frequency: 1318.5 },
];
const VOLUME = 0.22;
const FADE_SECONDS = 0.9;
/** As long as another tab may take to learn of the same callback: tabs without a socket ask once a minute. */
const CLAIM_MS = 90_000;

let audio: AudioContext | undefined;

/** Nothing is heard before the person has touched the page: browsers do not allow it. */
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

/** Rings for a callback, in one of the person's tabs: the first that may be heard claims it and keeps the others quiet. */
export function ringForCallback(notificationId: number): void {
  if (!navigator.userActivation.hasBeenActive) return;
  const play = () => playCallbackSound().catch(() => undefined);
  // Without TLS browsers have no locks: then every tab rings.
  if (!('locks' in navigator)) return void play();
  void navigator.locks.request(`callback sound ${notificationId}`, { ifAvailable: true }, async (claim) => {
    if (!claim) return;
    await play();
    await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
  });
}
