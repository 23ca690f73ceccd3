import { useCallback, useEffect, useRef, useState } from 'react';
import { useChange } from './changes.ts';
import { now } from './clock.ts';
import type { SentBytes, UploadOptions } from './files.ts';
import { type Pace, paceOf, type Sample, withSample } from './text/pace.ts';

export type Sending = SentBytes & { share: number; pace?: Pace | undefined };
const NOTHING_SENT: Sending = { share: 0, sent: 0, total: 0 };

type SendOptions = Pick<UploadOptions, 'idempotencyKey' | 'onProgress'> & { signal: AbortSignal };

/** A change that uploads files, with its progress. Aborted by `cancel` and on leaving the page. */
export function useUpload<V, R>(
  send: (input: V, options: SendOptions) => Promise<R>,
  options: Parameters<typeof useChange<V, R>>[1],
) {
  const [sending, setSending] = useState(NOTHING_SENT);
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const mutation = useChange<V, R>((input, key) => {
    const { signal } = (running.current = new AbortController());
    setSending(NOTHING_SENT);
    let seen: readonly Sample[] = [];
    const onProgress = (share: number, bytes: SentBytes) => {
      seen = withSample(seen, { at: now(), done: bytes.sent });
      setSending({ share, ...bytes, pace: paceOf(seen, bytes.total) });
    };
    return send(input, { ...key, signal, onProgress });
  }, options);
  return { ...mutation, sending, cancel };
}
