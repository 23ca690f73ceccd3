import { PICTURE_MAX_BYTES, SCRIPT_MAX_BYTES, SCRIPT_MAX_FILES } from '../limits.ts';

export const FILE_KINDS = {
  jpeg: { type: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  png: { type: 'image/png', endings: ['png'] },
  webp: { type: 'image/webp', endings: ['webp'] },
  pdf: { type: 'application/pdf', endings: ['pdf'] },
  csv: { type: 'text/csv', endings: ['csv'] },
  txt: { type: 'text/plain', endings: ['txt'] },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
} as const;
export type FileKind = keyof typeof FILE_KINDS;
export type FileType = (typeof FILE_KINDS)[FileKind]['type'];

/** `field`: of the form, one part for each file. */
export type FileRules = { field: `${string}[]`; maxFiles: number; maxBytes: number; kinds: readonly FileKind[] };

export const SCRIPT_FILES: FileRules = {
  field: 'scripts[]',
  maxFiles: SCRIPT_MAX_FILES,
  maxBytes: SCRIPT_MAX_BYTES,
  kinds: ['jpeg', 'png', 'pdf'],
};

export const PICTURE_FILES: FileRules = {
  field: 'picture[]',
  maxFiles: 1,
  maxBytes: PICTURE_MAX_BYTES,
  kinds: ['jpeg', 'png', 'webp'],
};

/** Of every endpoint with files; the others are declared. */
export const UPLOAD_ERRORS = [
  'TOO_MANY_FILES',
  'FILE_TOO_LARGE',
  'FILE_TYPE',
  'FILE_INFECTED',
  'NO_SPACE',
  'SCANNER_UNAVAILABLE',
] as const;
export const PICTURE_ERRORS = ['NO_FILE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE'] as const;

/** The city's logo: PNG or JPEG, never SVG, which may run code. */
export const LOGO_FILES: FileRules = { ...PICTURE_FILES, field: 'logo[]', kinds: ['jpeg', 'png'] };

export const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();

/** The kind of a file by its ending; undefined when these rules do not allow it. The server also checks the content. */
export function kindByName(rules: FileRules, name: string): FileKind | undefined {
  const ending = endingOf(name) ?? '';
  return rules.kinds.find((kind) => (FILE_KINDS[kind].endings as readonly string[]).includes(ending));
}
