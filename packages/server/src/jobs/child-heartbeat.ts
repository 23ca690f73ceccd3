/**
 * Loaded into a child process before its program (child-process.ts): sends the parent a message every second, so that it
 * knows that the child is not frozen. The job's own heartbeat is sent by the parent and says nothing about the child.
 */
const EVERY_MS = 1_000;

setInterval(() => {
  if (process.connected) process.send?.({ heartbeat: true });
}, EVERY_MS).unref();
