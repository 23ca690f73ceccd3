import { useSyncExternalStore } from 'react';

/** The browser's full screen, as it really stands: Esc and F11 change it too. Some browsers, like those of iPhones, have none. */
export const canFillScreen = (): boolean => document.fullscreenEnabled;

const isFullscreen = () => Boolean(document.fullscreenElement);

export function watchFullscreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export const useFullscreen = (): boolean => useSyncExternalStore(watchFullscreen, isFullscreen);

/** Refused where the browser does not allow it; the page then stays as it is. */
export const enterFullscreen = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);
export const leaveFullscreen = () => {
  if (isFullscreen()) void document.exitFullscreen().catch(() => undefined);
};
