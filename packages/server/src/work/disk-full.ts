const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Disk of the files, quota, or disk of the database. An immediate retry does not help. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(error.code);
