/** Preloaded into child processes (child-process.ts): a frozen child stops sending. The job's own heartbeat comes from the parent. */
const EVERY_MS = 1_000;

setInterval(() => {
  if (process.connected) process.send?.({ heartbeat: true });
}, EVERY_MS).unref();
