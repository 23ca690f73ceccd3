import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../node_modules/.cache/campanero');

/**
 * Caches compiled modules: the next start, and each child process of a large load, is half a second faster. The cache is in
 * node_modules, because a user who may write there could change the program anyway. If the folder cannot be written, there is
 * no cache.
 */
export const keepCompiled = () => void enableCompileCache(FOLDER);

/** As soon as everything is loaded, not only at the end: a process may be killed. */
export const saveCompiled = () => flushCompileCache();
