import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerIdentity, askIdentity } from '../identity.ts';
import { publishActivity, useActivity } from './activity.ts';

let visibility: DocumentVisibilityState;
beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

function start(campaignId?: number) {
  const refetch = vi.fn();
  const Figures = () => {
    useActivity({ campaignId, refetch });
    return null;
  };
  return { refetch, ...render(<Figures />) };
}

test('figures of one campaign are asked for again when that campaign changes, and every minute', () => {
  const { refetch, unmount } = start(7);
  publishActivity({ campaignIds: [8] });
  expect(refetch).toHaveBeenCalledTimes(0);
  publishActivity({ campaignIds: [8, 7] });
  expect(refetch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  unmount();
  publishActivity({ campaignIds: [7] });
  vi.advanceTimersByTime(120_000);
  expect(refetch).toHaveBeenCalledTimes(2);
});

test('figures of all campaigns follow any of them', () => {
  const { refetch } = start();
  publishActivity({ campaignIds: [8] });
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a hidden tab asks nothing, and once for all it missed when it is shown again', () => {
  const { refetch } = start();
  show('hidden');
  publishActivity({ campaignIds: [8] });
  vi.advanceTimersByTime(600_000);
  expect(refetch).toHaveBeenCalledTimes(0);
  show('visible');
  expect(refetch).toHaveBeenCalledTimes(1);
  show('hidden');
  show('visible');
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a locked session asks nothing, and once for all it missed when it is unlocked', () => {
  const { refetch } = start();
  void askIdentity('locked');
  publishActivity({ campaignIds: [8] });
  vi.advanceTimersByTime(600_000);
  expect(refetch).toHaveBeenCalledTimes(0);
  answerIdentity(true);
  expect(refetch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(refetch).toHaveBeenCalledTimes(2);
});
