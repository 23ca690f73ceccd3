// A program for runProgram(): does what its first message asks.
interface Wish {
  freeze?: boolean;
  answer?: string;
  lastMs?: number;
  silentMs?: number;
  /** Answers which of these variables it was given. */
  variables?: string[];
}
process.once('message', (wish: Wish) => {
  if (wish.freeze) process.kill(process.pid, 'SIGSTOP');
  // Not even a heartbeat gets through.
  if (wish.silentMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wish.silentMs);
  setTimeout(() => {
    process.send?.({ answer: wish.variables?.map((name) => process.env[name] ?? null) ?? wish.answer });
    process.disconnect();
  }, wish.lastMs ?? 0);
});
