export type AuditFinding =
  | { kind: 'changed' | 'removed' | 'inserted'; rowId: number }
  /** The date lies far from those of the rows around it. */
  | { kind: 'misdated'; rowId: number; at: Date }
  /** The sequence is further ahead of the last row than PostgreSQL skips by itself. */
  | { kind: 'cut tail'; lastId: number; drawnId: number }
  /** A head recorded earlier is no longer in the chain: truncated or rewritten. */
  | { kind: 'lost head'; head: string }
  /** A block altered, missing or out of place, or rows rewritten together with their hashes. */
  | { kind: 'broken block'; blockId: number; firstId: number; lastId: number };

/** For administrators, on the terminal and on the audit page. */
export function describeFinding(finding: AuditFinding): string {
  switch (finding.kind) {
    case 'changed':
      return `El registro ${finding.rowId} fue modificado.`;
    case 'removed':
      return `El registro ${finding.rowId} fue eliminado.`;
    case 'inserted':
      return `El registro ${finding.rowId} fue agregado por fuera del sistema.`;
    case 'broken block':
      return `El bloque ${finding.blockId} (registros ${finding.firstId} a ${finding.lastId}) no coincide con la cadena.`;
    case 'misdated':
      return `El registro ${finding.rowId} lleva una fecha (${finding.at.toISOString()}) lejana a la de sus vecinos.`;
    case 'cut tail':
      return `Falta el final: el último registro es el ${finding.lastId} y la secuencia llegó al ${finding.drawnId}.`;
    case 'lost head':
      return `El fin de cadena anotado ${finding.head} ya no está en la cadena: su final fue cortado o reescrito.`;
  }
}
