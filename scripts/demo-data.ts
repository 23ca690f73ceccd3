import { startProcess } from '../packages/server/test/faults/server-process.ts';

/** `node scripts/demo-data.ts <folder>` fills it with the demo data: a first start of the server, ended as soon as it is ready. */
const folder = process.argv[2];
if (!folder) throw new Error('which folder?');
const server = startProcess({ DATA_DIR: folder, SEED: 'demo', LOG_LEVEL: 'warn' });
await server.ready;
server.child.kill('SIGTERM');
process.exitCode = (await server.exit) === 0 ? 0 : 1;
