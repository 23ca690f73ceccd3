/** Why a number is not called, as users read it. */
export const NUMBER_REFUSALS = {
  NUMBER_HELD: 'Otra persona tiene abierto este número en otra campaña en este momento.',
  NUMBER_INVALID: 'El número está marcado como inválido: no se puede registrar un llamado.',
  NUMBER_BLOCKED: 'No se debe llamar a este número.',
} as const;
