import { buildWebIfStale } from './build-web.ts';

/** `npm start`: the web app if need be, then the server in this very process, so that signals reach it directly. */
if (!(await buildWebIfStale())) {
  console.error('La aplicación web no se pudo construir; el motivo está arriba.');
  process.exit(1);
}
await import('../packages/server/src/main.ts');
