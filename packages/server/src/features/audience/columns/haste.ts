import { setTimeout as pause } from 'node:timers/promises';

/** How fast a campaign is read into columns: in its own time, until somebody asks for them; and never ahead of who waits. */
export interface Haste {
  /** Somebody would like to have them. */
  hurry: () => void;
  hurried: Promise<void>;
  /** Counts whoever waits for the database meanwhile. */
  goesFirst: <T>(work: Promise<T>) => Promise<T>;
  /** Ends when nobody waits. */
  giveWay: () => Promise<void>;
}

const LOOK_MS = 5;
/** All the waiting of one reading: whoever asks again and again must not keep it from ever ending. */
const PATIENCE_MS = 2_000;

export function createHaste(): Haste {
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>();
  const present = { waiting: 0, patience: PATIENCE_MS };
  let pausing: Promise<void> | undefined;
  const pauseForOthers = async () => {
    const since = performance.now();
    while (present.waiting > 0 && performance.now() - since < present.patience) await pause(LOOK_MS);
    present.patience -= performance.now() - since;
    pausing = undefined;
  };
  return {
    hurry,
    hurried,
    async goesFirst(work) {
      present.waiting += 1;
      try {
        return await work;
      } finally {
        present.waiting -= 1;
      }
    },
    async giveWay() {
      if (present.waiting > 0 && present.patience > 0) await (pausing ??= pauseForOthers());
    },
  };
}
