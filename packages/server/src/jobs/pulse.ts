/**
 * Loaded into a process of its own before its program (own-process.ts): tells that it lives. The job's own heartbeat is kept up
 * by the process that waits for it, and would say nothing of this one standing still.
 */
const EVERY_MS = 1_000;

setInterval(() => {
  if (process.connected) process.send?.({ pulse: true });
}, EVERY_MS).unref();
