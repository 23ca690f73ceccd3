const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** No room left: on the disk of the files, within a quota, on the disk of the database. It does not empty itself by trying at once. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code);
