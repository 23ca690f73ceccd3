const KB = 1024;

/** 820 B, 12 kB, 3,4 MB: as Spanish writes numbers. */
export function fileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} kB`;
  return `${(bytes / KB / KB).toLocaleString('es', { maximumFractionDigits: 1 })} MB`;
}
