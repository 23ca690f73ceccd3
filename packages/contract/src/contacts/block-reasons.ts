/** Why a number must not be called, in words for whoever would call it. */
export const BLOCK_REASONS = {
  ERASED: 'Los datos de la persona de este llamado fueron borrados.',
  DO_NOT_CALL: 'Una persona de este número pidió que no la llamen.',
  IN_REVIEW: 'Los datos de una persona de este número están en revisión: mientras tanto no se la llama.',
  INVALID: 'El número fue marcado como inválido.',
  DEAD: 'Las personas de este número figuran como fallecidas.',
  WRONG: 'El número no corresponde a ninguna de sus personas.',
} as const;
