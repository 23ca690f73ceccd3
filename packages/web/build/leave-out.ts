import type { Plugin } from 'vite';

/** Modules of our libraries that the browser never runs: 20 kB gzip of the first page. */
const UNUSED = [
  // Writes JSON Schema, for the OpenAPI of the server.
  /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/,
  // English sentences; ours stand with the rules.
  /zod\/v4\/locales\/en\.js$/,
  // Themes of CSS variables, as source or with CSS layers; ours are plain objects.
  /@mui\/material\/styles\/(createThemeWithVars|ThemeProviderWithVars|stringifyTheme)\.mjs$/,
  /@mui\/system\/ThemeProvider\/useLayerOrder\.mjs$/,
  // The theme switches ripples off, and no button shows a spinner.
  /@mui\/material\/ButtonBase\/TouchRipple\.mjs$/,
  /@mui\/material\/CircularProgress\/CircularProgress\.mjs$/,
  // Copies statics for a wrapper of the styling library that is not used here, and brings an old react-is.
  /hoist-non-react-statics\/dist\/hoist-non-react-statics\.cjs\.js$/,
  // Our lists have pages.
  /query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
];

function exportedNames(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:async )?(?:const|let|function|class) (\w+)/gm)];
  // Of `a as b` the last word.
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap((list) => [
    ...list[1]!.matchAll(/(\w+)\s*(?:,|$)/g),
  ]);
  const names = new Set([...declared, ...listed].map((match) => match[1]!));
  return [...names].filter((name) => name !== 'default');
}

const CONTRACT = /packages\/contract\/src\/.*\.ts$/;
/** Parts of an endpoint that only the server reads, on lines of their own or within one. */
const SERVER_ONLY = new RegExp(
  `(?<=[{\\n] *|, )(?:${[
    "(?:summary|idempotentBecause|duringSetup|invalid|anonymous): '(?:[^'\\\\\\n]|\\\\.)*'",
    '(?:bodyLimit|params|query|body|files): [\\w.]+',
    '(?:audited|multipart|whileLocked|hasEffect|confirmed|prepared): (?:true|false)',
    'errors: (?:\\[[^\\]]*\\]|[\\w.]+)',
  ].join('|')})(?:,\\s*|(?= \\}))`,
  'g',
);

/** Other modules may send a `body` or `query` and stay as they are. */
export const withoutServerParts = (code: string) =>
  code.includes(': endpoint(') ? code.replace(SERVER_ONLY, '') : code;

/** Replaces those modules by empty functions and removes the server's parts of endpoints. Only in builds. */
export const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (CONTRACT.test(id)) return { code: withoutServerParts(code), map: null };
    if (!UNUSED.some((path) => path.test(id))) return undefined;
    const named = exportedNames(code).map((name) => `export const ${name} = () => null;`);
    return { code: [...named, 'export default () => null;'].join('\n'), map: null };
  },
});
