// A program for directory.faults.ts: the real oidc-provider on a fixed port, with new keys at each start.
import { startDirectory } from '../directory.ts';

const [port = '', publicUrl = '', email = ''] = process.argv.slice(2);
await startDirectory({
  publicUrl,
  port: Number(port),
  people: [{ sub: 'f-1', claims: { email, email_verified: true } }],
});
process.send?.('ready');
