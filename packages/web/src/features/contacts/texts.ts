// Spec 8, Contacts, with the accents put right (decisions 11).
export const CONTACT_FAILED =
  'No fue posible cargar la información del contacto. Inténtelo de nuevo o contacte con el soporte';
export const CONTACT_SAVE_FAILED =
  'No fue posible actualizar el contacto, inténtelo de nuevo o contacte con el soporte.';
export const CONTACT_SAVED = 'El contacto fue actualizado correctamente.';
export const OBSERVATION_SAVED = 'La observación fue actualizada correctamente.';
export const FINISHED = 'La campaña está finalizada y no se puede cambiar.';
