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

test('refetches the figures of a campaign on its changes and every minute', () => {
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

test('refetches the figures of all campaigns on any change', () => {
  const { refetch } = start();
  publishActivity({ campaignIds: [8] });
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a hidden tab refetches once when it is shown', () => {
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

test('a locked session refetches once when it is unlocked', () => {
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
