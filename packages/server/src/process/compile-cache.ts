import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../node_modules/.cache/campanero');

/**
 * Modules from here on are kept as they were compiled: the next start, and each process for a large load, are there half a
 * second sooner. Beside the packages, where whoever may write could change the program itself; a folder that cannot be written
 * means no cache and nothing else.
 */
export const keepCompiled = () => void enableCompileCache(FOLDER);

/** As soon as everything is loaded, not only at the end: a process may be killed. */
export const saveCompiled = () => flushCompileCache();
