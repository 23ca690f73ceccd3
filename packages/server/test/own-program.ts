// A program for runInOwnProcess(): does what its first message asks.
process.once('message', (wish: { freeze?: boolean; answer?: string; lastMs?: number }) => {
  if (wish.freeze) process.kill(process.pid, 'SIGSTOP');
  setTimeout(() => {
    process.send?.({ answer: wish.answer });
    process.disconnect();
  }, wish.lastMs ?? 0);
});
