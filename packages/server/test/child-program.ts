// A program for runProgram(): does what its first message says.
interface Instructions {
  freeze?: boolean;
  answer?: string;
  lastMs?: number;
  silentMs?: number;
  /** Answers the values of these environment variables. */
  variables?: string[];
}
process.once('message', (asked: Instructions) => {
  if (asked.freeze) process.kill(process.pid, 'SIGSTOP');
  // Blocks the event loop, heartbeats included.
  if (asked.silentMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, asked.silentMs);
  setTimeout(() => {
    process.send?.({ answer: asked.variables?.map((name) => process.env[name] ?? null) ?? asked.answer });
    process.disconnect();
  }, asked.lastMs ?? 0);
});
