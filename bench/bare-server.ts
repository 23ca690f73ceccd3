import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** The baseline for any answer over HTTP: one bare route that sends the same bytes, without session, query or schema. */
const bytes = readFileSync(process.env.BARE_BYTES!);
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json').send(bytes));
app.post('/', (_request, reply) => reply.type('application/json').send(bytes));
await app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', () => process.exit(0));
