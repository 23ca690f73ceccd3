// A program for runInOwnProcess(): does what its first message asks.
process.once('message', (wish: { freeze?: boolean; answer?: string; lastMs?: number; silentMs?: number }) => {
  if (wish.freeze) process.kill(process.pid, 'SIGSTOP');
  // Not even its pulse gets through.
  if (wish.silentMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wish.silentMs);
  setTimeout(() => {
    process.send?.({ answer: wish.answer });
    process.disconnect();
  }, wish.lastMs ?? 0);
});
