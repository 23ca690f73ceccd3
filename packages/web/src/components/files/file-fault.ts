import { type FileKind, type FileRules, kindByName } from '@campanero/contract/shared/files';

/** What a file shows itself to be, by its first bytes: a name proves nothing. */
const SIGNATURES: Record<Exclude<FileKind, 'csv'>, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
};
/** How a spreadsheet begins (a zip, or the older compound file): the usual thing to be named .csv and be none. */
const SPREADSHEETS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
];
const GZIP = [0x1f, 0x8b];
const LONGEST = 8;
const NAMES: Record<FileKind, string> = { jpeg: 'JPG', png: 'PNG', webp: 'WebP', pdf: 'PDF', csv: 'CSV' };

const headOf = async (file: File) => new Uint8Array(await file.slice(0, LONGEST).arrayBuffer());
const begins = (head: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, place) => head[place] === byte);

/** A CSV has no signature: it is one unless it begins like something else. The server looks at all of it. */
const looksLikeText = (head: Uint8Array) =>
  ![...Object.values(SIGNATURES), ...SPREADSHEETS, GZIP].some((signature) => begins(head, signature));

const kindByContent = (head: Uint8Array, rules: FileRules) =>
  rules.kinds.find((kind) => (kind === 'csv' ? looksLikeText(head) : begins(head, SIGNATURES[kind])));

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const orList = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`;

/** Why a file cannot be taken, or nothing. The server looks again, and more closely (SEC-26). */
export async function faultOf(file: File, rules: FileRules): Promise<string | undefined> {
  if (file.size === 0) return `«${file.name}» está vacío.`;
  if (file.size > rules.maxBytes) return `«${file.name}» pesa más de ${megabytes(rules.maxBytes)}.`;
  const head = await headOf(file);
  if (rules.kinds.includes('csv') && SPREADSHEETS.some((signature) => begins(head, signature)))
    return `«${file.name}» es una planilla: guárdela como CSV y vuelva a elegirla.`;
  const byContent = kindByContent(head, rules);
  const byName = kindByName(rules, file.name);
  if (!byContent || !byName)
    return `«${file.name}» no es un archivo ${orList(rules.kinds.map((allowed) => NAMES[allowed]))}.`;
  return byName === byContent ? undefined : `El contenido de «${file.name}» no corresponde a su extensión.`;
}
