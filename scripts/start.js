/** `npm start`. Plain JavaScript for any Node: a Node that is too old for the rest gets a clear message. */
const OLDEST = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Campanero necesita Node ${OLDEST.join('.')} o posterior y este es el ${process.versions.node}.\n` +
      'En Linux x86_64 y arm64 lo trae npm install y lo usa npm start; en otra máquina ' +
      `(esta es ${process.platform} ${process.arch}) instale uno más nuevo.\n`,
  );
  process.exit(1);
}

const { runServer } = await import('../packages/server/src/process/run.ts');
await runServer(async (runStep) => {
  const { buildWebIfStale } = await import('./build-web.ts');
  await buildWebIfStale(runStep);
});
