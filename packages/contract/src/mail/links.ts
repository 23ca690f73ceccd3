/** What a link of a mail leads to, by its path. */
const LINKS: readonly [RegExp, string][] = [
  [/\/reset\/\d/, 'Elegir contraseña'],
  [/\/export\//, 'Descargar el archivo'],
  [/\/report\/\d+\/stop/, 'Dejar de recibir este informe'],
  [/\/campaign\/stats\/|\/statistics$/, 'Ver las estadísticas'],
  [/\/monitor\//, 'Ver el monitoreo'],
  [/\/campaign\/detail\/\d+\/assign$/, 'Ver el informe'],
  [/\/campaign\/detail\/\d+#segmentar$/, 'Segmentar la audiencia'],
  [/\/contact\/\d/, 'Abrir el contacto'],
  [/\/campaign\//, 'Abrir la campaña'],
  [/\/apps\/mail$/, 'Leer la respuesta'],
];

export const linkName = (address: string) => LINKS.find(([path]) => path.test(address))?.[1] ?? 'Abrir en Campanero';
