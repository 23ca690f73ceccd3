import { createStore, useStore } from '../../lib/external-store.ts';
import { ProgressLine } from '../table/styles.ts';

const running = createStore(0);

/** Counts as a page that is being fetched. The former page stays until it is there. */
export async function whileLoading<T>(load: () => Promise<T>): Promise<T> {
  const loaded = load();
  // It is called while a page is rendered, when no other component may change.
  await Promise.resolve();
  running.set(running.get() + 1);
  try {
    return await loaded;
  } finally {
    running.set(running.get() - 1);
  }
}

/** A thin line at the top of the window while the code of a page is fetched. */
export const PageProgress = () =>
  useStore(running) > 0 && (
    <ProgressLine data-page-progress style={{ position: 'fixed', top: 0, zIndex: 2000, animationDelay: '150ms' }} />
  );
