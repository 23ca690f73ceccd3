import { join } from 'node:path';
import { expect, test } from 'vitest';
import directions from './import-directions.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** What the rule says of one import, as the linter would report it. */
function messageFor(file: string, source: string): string | undefined {
  const said: string[] = [];
  const filename = join(ROOT, 'packages', file);
  const visitor = directions.rules.keep.create({ filename, report: ({ message }) => void said.push(message) });
  visitor.ImportDeclaration?.({ source: { type: 'Literal', value: source } });
  return said[0];
}

const CALLS = 'server/src/features/calls';
const AUDIENCE = 'web/src/features/audience/components';

test.each([
  [`${CALLS}/calls.routes.ts`, './register-call.ts'],
  [`${CALLS}/register-call.ts`, './calls.queries.ts'],
  [`${CALLS}/register-call.ts`, '../campaigns/campaigns.queries.ts'],
  [`${CALLS}/register-call.ts`, '../campaigns/campaigns.policy.ts'],
  [`${CALLS}/register-call.ts`, '../../call-store/write/index.ts'],
  [`${CALLS}/register-call.ts`, '../../call-store/reach.ts'],
  ['server/src/features/loads/sources/reading.ts', '../../../call-store/row-encoder.ts'],
  ['server/src/call-store/write/outcome.ts', '../locks.ts'],
  [`${CALLS}/register-call.ts`, '../../work/transact.ts'],
  [`${CALLS}/calls.queries.ts`, '../../db/client.ts'],
  ['server/src/features/loads/sources/read.ts', '../loads.queries.ts'],
  ['server/src/features/loads/end-load.ts', '../campaigns/status/change-status.ts'],
  ['server/src/app.ts', './features/calls/calls.routes.ts'],
  ['server/src/call-store/write/outcome.ts', '../../db/client.ts'],
  [`${AUDIENCE}/audience-table.tsx`, '../../../components/data-table/data-table.tsx'],
  [`${AUDIENCE}/audience-table.tsx`, '../api/audience.ts'],
  ['web/src/app/routes/campaign/detail.tsx', '../../../features/audience/components/audience-table.tsx'],
  ['web/src/contact-screen/contact-screen.tsx', '../features/callbacks/callbacks.ts'],
])('%s may import %s', (file, source) => {
  expect(messageFor(file, source)).toBeUndefined();
});

test.each([
  [`${CALLS}/register-call.ts`, '../campaigns/edit/edit-campaign.ts', 'another feature'],
  [`${CALLS}/register-call.ts`, '../../call-store/write/outcome.ts', 'three entry points'],
  [`${CALLS}/register-call.ts`, '../../call-store/locks.ts', 'three entry points'],
  ['server/src/verify/verify.ts', '../call-store/read/recount.ts', 'three entry points'],
  ['server/src/demo/campaign-events.ts', '../call-store/counters.ts', 'three entry points'],
  ['server/src/call-store/write/outcome.ts', '../read/index.ts', 'not its entry points'],
  [`${CALLS}/register-call.ts`, '../campaigns/campaigns.routes.ts', 'another feature'],
  ['server/src/features/loads/sources/read.ts', '../../campaigns/edit/edit-campaign.ts', 'another feature'],
  [`${CALLS}/register-call.ts`, './calls.routes.ts', 'never upwards'],
  [`${CALLS}/calls.queries.ts`, './register-call.ts', 'never upwards'],
  [`${CALLS}/calls.queries.ts`, '../../work/transact.ts', 'Queries'],
  [`${CALLS}/calls.queries.ts`, '../../http/mount.ts', 'Queries'],
  [`${CALLS}/calls.policy.ts`, './calls.queries.ts', 'policy'],
  [`${CALLS}/calls.policy.ts`, '../../db/client.ts', 'policy'],
  [`${CALLS}/register-call.ts`, '../../app.ts', 'wired from above'],
  ['server/src/work/audit.ts', '../features/calls/calls.queries.ts', 'infrastructure'],
  ['server/src/call-store/write/outcome.ts', '../../features/calls/calls.queries.ts', 'infrastructure'],
  [`${AUDIENCE}/audience-table.tsx`, '../../calls/components/call-form.tsx', 'each other'],
  [`${AUDIENCE}/audience-table.tsx`, '../../../app/paths.ts', 'neither pages'],
  ['web/src/features/calls/start-calling.tsx', '../../contact-screen/texts.ts', 'neither pages'],
  ['web/src/components/phone.tsx', '../lib/api.ts', 'call the server'],
  ['web/src/components/phone.tsx', '../features/calls/start-calling.tsx', 'neither features'],
  ['web/src/lib/session.ts', '../app/pages.ts', 'neither features'],
])('%s may not import %s', (file, source, because) => {
  expect(messageFor(file, source)).toContain(because);
});
