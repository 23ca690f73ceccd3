// Fixed sentences: rule texts/fixed-sentences.
export const CONTACT_SAVED = 'El contacto fue actualizado correctamente.';
export const CONTACT_SAVE_FAILED =
  'No fue posible actualizar el contacto, inténtelo de nuevo o contacte con el soporte.';
