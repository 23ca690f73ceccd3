// Fixed sentences: rule texts/fixed-sentences.
export const CONTACT_FAILED =
  'No fue posible cargar la información del contacto. Inténtelo de nuevo o contacte con el soporte';
export const OBSERVATION_SAVED = 'La observación fue actualizada correctamente.';
export const FINISHED = 'La campaña está finalizada y no se puede cambiar.';
export const REGISTERED = 'El contacto fue actualizado correctamente.';
export const REGISTER_FAILED =
  'Hubo un problema al registrar el llamado, inténtelo de nuevo o contacte con el soporte.';
export const NO_HISTORY = 'No se registró ningún llamado';

export const OPERATOR_UNCHANGED = 'Es requerido editar para actualizar';
export const OPERATOR_SAVED = 'El operador fue actualizado correctamente.';
export const OPERATOR_FAILED = 'No fue posible actualizar el operador, inténtelo de nuevo o contacte con el soporte.';

export const ANSWER_UNFINISHED = 'Falta terminar una respuesta del relevamiento.';
export const SURVEY_RELOADED =
  'El relevamiento de la campaña cambió y se volvió a cargar. Se conservaron las respuestas que todavía corresponden: revíselas y guarde otra vez.';

/** Without a connection: nothing is lost, and the person is told what will happen. */
export const QUEUED = 'Sin conexión: el llamado quedó en espera y se enviará al volver la conexión.';

export const CORRECTED = 'El resultado fue corregido.';
export const CORRECTION_FAILED = 'No fue posible corregir el resultado, inténtelo de nuevo o contacte con el soporte.';
export const CORRECTION_UNCHANGED = 'Cambie el resultado para corregirlo.';
export const CORRECTION_UNFINISHED = 'Falta corregir un campo.';
