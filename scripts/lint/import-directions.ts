import { dirname, join, relative } from 'node:path';
import type { RuleContext } from './rule.ts';

/** Which file may import which (docs/ARCHITECTURE.md), by resolved paths and for types, too. Cycles are import/no-cycle's. */
interface Import {
  source: { type: string; value?: unknown } | null;
}
type Check = (from: Place, to: Place) => string | undefined;

const ROOT = join(import.meta.dirname, '..', '..');

/** Where a file stands: `packages/server/src/features/calls/calling-campaign.queries.ts` is features, calls and of the kind queries. */
interface Place {
  path: string;
  folder: string;
  feature: string | undefined;
  kind: string;
}

function placeOf(file: string, root: string): Place | undefined {
  const path = relative(root, file);
  if (path.startsWith('..')) return undefined;
  const [folder = '', name] = path.split('/');
  const kind = /\.(\w+)\.tsx?$/.exec(path)?.[1] ?? '';
  return { path, folder, feature: folder === 'features' ? name : undefined, kind };
}

/** Inside a feature an import leads to the same step or a lower one; a file without a kind is a use case. */
const STEPS: Record<string, number> = {
  routes: 3,
  jobs: 3,
  '': 2,
  present: 2,
  queries: 1,
  policy: 0,
  words: 0,
  mails: 0,
};
const stepOf = ({ kind }: Place) => STEPS[kind] ?? 2;
const OPEN_KINDS = ['queries', 'policy'];
/** Loading and handing out also move a campaign's status; a campaign can begin with a load; a sign-in with the directory also sets roles; a report by mail is a workbook. */
const OPEN_USE_CASES = [
  'features/campaigns/status/change-status.ts',
  'features/loads/start-load.ts',
  'features/users/set-roles.ts',
  'features/exports/statistics-file.ts',
];
const isOpenToOthers = ({ kind, path }: Place) => OPEN_KINDS.includes(kind) || OPEN_USE_CASES.includes(path);
const INFRASTRUCTURE = ['call-store', 'work', 'db', 'jobs', 'realtime', 'integrations'];
const UNDER_QUERIES = ['call-store', 'db', 'work', 'config.ts'];
const isUnderQueries = ({ folder, path }: Place) =>
  (UNDER_QUERIES.includes(folder) && !['work/index.ts', 'work/transact.ts'].includes(path)) ||
  // Types of what is stored, and the module that stores mail, which is sent after the commit.
  /^integrations\/(?:\w+\/port|mailer\/queue-mail)\.ts$/.test(path);

/** The entry points of the store, and two modules beside them. */
const STORE_ENTRIES = /^call-store\/(?:(?:read|write|load)\/index|reach|row-encoder)\.ts$/;

const checkServer: Check = (from, to) => {
  if (to.folder === 'call-store' && from.folder !== 'call-store' && !STORE_ENTRIES.test(to.path))
    return 'The store has three entry points: read/index.ts, write/index.ts and load/index.ts.';
  if (from.folder === 'call-store' && to.folder === 'call-store' && to.path.endsWith('/index.ts'))
    return 'Inside the store modules import each other, not its entry points.';
  if (INFRASTRUCTURE.includes(from.folder) && ![...INFRASTRUCTURE, 'config.ts'].includes(to.folder))
    return 'The infrastructure imports no feature, no HTTP and no process.';
  if (!from.feature) return undefined;
  if (['main.ts', 'app.ts', 'process', 'commands'].includes(to.folder)) return 'Features are wired from above.';
  if (from.kind === 'policy' && to.kind !== 'policy') return 'A policy imports the contract and other policies only.';
  if (from.kind === 'queries' && !to.feature && !isUnderQueries(to))
    return 'Queries import the database and the store; they open no transaction, enqueue and publish nothing.';
  if (!to.feature) return undefined;
  if (to.feature !== from.feature && !isOpenToOthers(to))
    return 'Of another feature only *.queries.ts, *.policy.ts, the status machine of campaigns, the start of a load, the roles of users and the workbook.';
  if (to.feature === from.feature && stepOf(to) > stepOf(from))
    return 'Inside a feature: routes, then use cases, then queries, then policies; never upwards.';
  return undefined;
};

/** The contact screen brings features together as a page does. */
const ABOVE_FEATURES = ['app', 'shell', 'contact-screen'];

const checkWeb: Check = (from, to) => {
  if (from.feature && to.feature && from.feature !== to.feature)
    return 'Features never import each other: a page in app/routes or the contact screen brings them together.';
  if (from.feature && ABOVE_FEATURES.includes(to.folder)) return 'Features know neither pages nor the shell.';
  if (from.folder === 'components' && to.path === 'lib/api.ts') return 'Components do not call the server.';
  if (
    ['components', 'lib', 'theme', 'i18n'].includes(from.folder) &&
    ['features', ...ABOVE_FEATURES].includes(to.folder)
  )
    return 'Shared parts know neither features nor pages.';
  return undefined;
};

const PACKAGES: { root: string; check: Check }[] = [
  { root: join(ROOT, 'packages/server/src'), check: checkServer },
  { root: join(ROOT, 'packages/web/src'), check: checkWeb },
];

const keep = {
  create(context: RuleContext) {
    const owner = PACKAGES.find(({ root }) => context.filename.startsWith(`${root}/`));
    const from = owner && placeOf(context.filename, owner.root);
    if (!from) return {};
    const look = (node: Import) => {
      const target = node.source?.value;
      if (typeof target !== 'string' || !target.startsWith('.')) return;
      const to = placeOf(join(dirname(context.filename), target), owner.root);
      const message = to && owner.check(from, to);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
      TSImportType: look,
    };
  },
};

export default { meta: { name: 'import-directions' }, rules: { keep } };
