/** A person with all values that a script or a question can use, for previews. */
export const INVENTED_PERSON = {
  firstName: 'Graciela Noemí',
  lastName: 'Fernández',
  businessName: '',
  gender: 'F',
  section: 'Comuna 4',
  subsection: 'Parque Patricios',
} as const;
