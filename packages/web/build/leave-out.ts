import type { Plugin } from 'vite';

/** Modules of our libraries that the browser never runs: 20 kB gzip of the first page. */
const UNUSED: { path: RegExp; because: string }[] = [
  {
    path: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/,
    because: 'every schema carries a JSON-Schema writer, which only the OpenAPI of the server uses',
  },
  {
    path: /@mui\/material\/styles\/(createThemeWithVars|ThemeProviderWithVars)\.mjs$/,
    because: 'our themes are plain objects; none is made of CSS variables',
  },
  {
    path: /@mui\/material\/ButtonBase\/TouchRipple\.mjs$/,
    because: 'no control ripples; the theme switches it off everywhere',
  },
  {
    path: /@mui\/material\/CircularProgress\/CircularProgress\.mjs$/,
    because: 'every button could show a spinner; ours say what they do while they wait',
  },
  {
    path: /hoist-non-react-statics\/dist\/hoist-non-react-statics\.cjs\.js$/,
    because:
      'only a wrapper of the styling library that nobody calls here copies statics, and it brings an old react-is',
  },
  {
    path: /query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
    because: 'no list of ours grows without end: they have pages',
  },
  {
    path: /@mui\/material\/styles\/stringifyTheme\.mjs$|@mui\/system\/ThemeProvider\/useLayerOrder\.mjs$/,
    because: 'no theme is written out as source, and none asks for CSS layers',
  },
];

function exportedNames(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:async )?(?:const|let|function|class) (\w+)/gm)].map(
    (match) => match[1]!,
  );
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap((match) =>
    match[1]!.split(',').map((item) =>
      item
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!,
    ),
  );
  return [...new Set([...declared, ...listed])].filter((name) => name && name !== 'default');
}

const CONTRACT = /packages\/contract\/src\/.*\.ts$/;
/** Parts of an endpoint that only the server reads, on lines of their own or within one. */
const SERVER_ONLY =
  /(?<=[{\n] *|, )(?:(?:summary|idempotentBecause): '(?:[^'\\\n]|\\.)*'|bodyLimit: [\w.]+|audited: (?:true|false)|errors: (?:\[[^\]]*\]|[A-Z_]+))(?:,\s*|(?= \}))/g;

export const withoutServerParts = (code: string) => code.replace(SERVER_ONLY, '');

/** Replaces those modules by empty functions and removes the server's parts of endpoints. Only in builds. */
export const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (CONTRACT.test(id)) return { code: withoutServerParts(code), map: null };
    if (!UNUSED.some(({ path }) => path.test(id))) return undefined;
    const named = exportedNames(code).map((name) => `export const ${name} = () => null;`);
    return { code: [...named, 'export default () => null;'].join('\n'), map: null };
  },
});
