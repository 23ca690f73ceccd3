import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run notices [-- folder]`: software bill of materials (CycloneDX) and licences of everything that is installed. */
const folder = process.argv[2] ?? 'dist';
const sbom = execFileSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});

interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}
const licenceOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ');

function licenceText(path: string): string {
  if (!existsSync(path)) return '';
  const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files.map((name) => readFileSync(join(path, name), 'utf8').trim()).join('\n\n');
}

const { components } = JSON.parse(sbom) as { components: Component[] };
const parts = components
  // Without a licence: the packages of this repository.
  .filter((component) => licenceOf(component) !== '')
  .toSorted((a, b) => a.name.localeCompare(b.name))
  .map((component) =>
    [
      `${component.name} ${component.version}: ${licenceOf(component)}`,
      licenceText(join('node_modules', component.name)),
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
  );
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
console.log(`${folder}/sbom.cdx.json, ${folder}/THIRD-PARTY-NOTICES.txt: ${parts.length} packages`);
