import { useSyncExternalStore } from 'react';

/** Read from the document, since Esc and F11 change it too. iPhones have none. */
export const canFillScreen = (): boolean => document.fullscreenEnabled;

const isFullscreen = () => Boolean(document.fullscreenElement);

export function watchFullscreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export const useFullscreen = (): boolean => useSyncExternalStore(watchFullscreen, isFullscreen);

export const enterFullscreen = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);
export const leaveFullscreen = () => {
  if (isFullscreen()) void document.exitFullscreen().catch(() => undefined);
};
