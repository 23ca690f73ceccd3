import { OTHER_SPREADSHEETS, otherSpreadsheet } from '@campanero/contract/loads/xlsx/other-spreadsheet';
import { type FileKind, type FileRules, kindByName } from '@campanero/contract/shared/files';

/** Zip (a workbook), and the compound file of old formats and encrypted workbooks. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** First bytes by kind; a name proves nothing. */
const SIGNATURES: Record<Exclude<FileKind, 'csv' | 'txt'>, readonly (readonly number[])[]> = {
  jpeg: [[0xff, 0xd8, 0xff]],
  png: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  webp: [[0x52, 0x49, 0x46, 0x46]],
  pdf: [[0x25, 0x50, 0x44, 0x46, 0x2d]],
  // Encrypted workbooks are compound files: the preview says so.
  xlsx: [ZIP, COMPOUND_FILE],
};
const GZIP = [0x1f, 0x8b];
const LONGEST = 8;
const nameOf = (kind: FileKind) => ({ jpeg: 'JPG', webp: 'WebP' })[kind as string] ?? kind.toUpperCase();

const begins = (head: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, place) => head[place] === byte);

/** A CSV has no signature: it must not begin like another kind. The server checks all of it. */
const looksLikeText = (head: Uint8Array) =>
  ![...Object.values(SIGNATURES).flat(), GZIP].some((signature) => begins(head, signature));

const kindByContent = (head: Uint8Array, rules: FileRules) =>
  rules.kinds.find((kind) =>
    kind === 'csv' || kind === 'txt'
      ? looksLikeText(head)
      : SIGNATURES[kind].some((signature) => begins(head, signature)),
  );

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const orList = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`;

/** Why a file cannot be taken, or undefined. The server checks again. */
export async function faultOf(file: File, rules: FileRules): Promise<string | undefined> {
  if (file.size === 0) return `«${file.name}» está vacío.`;
  if (file.size > rules.maxBytes) return `«${file.name}» pesa más de ${megabytes(rules.maxBytes)}.`;
  const head = new Uint8Array(await file.slice(0, LONGEST).arrayBuffer());
  const other = otherSpreadsheet(rules, file.name);
  if (other) return `«${file.name}»: ${OTHER_SPREADSHEETS[other]}`;
  const byContent = kindByContent(head, rules);
  const byName = kindByName(rules, file.name);
  if (!byContent || !byName) return `«${file.name}» no es un archivo ${orList(rules.kinds.map(nameOf))}.`;
  if (byName === 'csv' && byContent === 'xlsx')
    return `«${file.name}» no es un CSV, sino una planilla: guárdela como .xlsx y vuelva a elegirla.`;
  return byName === byContent ? undefined : `El contenido de «${file.name}» no corresponde a su extensión.`;
}
