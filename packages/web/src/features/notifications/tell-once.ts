export interface Teller<T extends { id: number }> {
  tell: (news: readonly T[]) => void;
  close: () => void;
}

/**
 * A toast in a tab that nobody looks at would be gone unread: a hidden tab keeps its news until it is looked at, and forgets
 * what a visible tab of the same person has told meanwhile. Nothing is stored: tabs speak to each other directly.
 */
export function createTeller<T extends { id: number }>(userId: number, show: (news: T) => void): Teller<T> {
  const channel = new BroadcastChannel(`notifications ${userId}`);
  const toldElsewhere = new Set<number>();
  let waiting: T[] = [];
  const isHidden = () => document.visibilityState === 'hidden';

  const tellNow = (news: readonly T[]) => {
    if (news.length === 0) return;
    // Newest first in the list, oldest first to the person: the newest toast ends on top.
    for (const each of news.toReversed()) show(each);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves the origin
    channel.postMessage(news.map(({ id }) => id));
  };
  const catchUp = () => {
    if (isHidden()) return;
    const due = waiting.filter(({ id }) => !toldElsewhere.has(id));
    waiting = [];
    tellNow(due);
  };
  channel.addEventListener('message', ({ data: ids }: MessageEvent<number[]>) => {
    if (isHidden()) for (const id of ids) toldElsewhere.add(id);
  });
  document.addEventListener('visibilitychange', catchUp);

  return {
    tell: (news) => {
      if (isHidden()) waiting = [...news, ...waiting];
      else tellNow(news);
    },
    close: () => {
      channel.close();
      document.removeEventListener('visibilitychange', catchUp);
    },
  };
}
