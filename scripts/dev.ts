import { start } from './run.ts';

/** `npm run dev`: the server, started again when its code changes, and Vite in front of it with hot reloading. */
const children = [
  start('node', [
    '--watch-path=packages/server/src',
    '--watch-path=packages/contract/src',
    '--watch-preserve-output',
    'packages/server/src/main.ts',
  ]),
  start('vite', ['packages/web']),
];

let isLeaving = false;
function leave(signal: NodeJS.Signals) {
  if (isLeaving) return;
  isLeaving = true;
  for (const child of children) child.kill(signal);
}
process.on('SIGINT', () => leave('SIGINT'));
process.on('SIGTERM', () => leave('SIGTERM'));
// When either of the two ends, the other is stopped too.
for (const child of children) child.once('exit', () => leave('SIGTERM'));
