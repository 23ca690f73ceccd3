/** The two ways in which the forms system has no figures; said where the figures would stand. */
export const FORM_NOT_FOUND = 'El formulario no se encontró en el sistema de formularios.';
export const CAPACITY_FAILED = 'No fue posible consultar los cupos del formulario.';
