import { rmSync } from 'node:fs';

/** The server is stopped after this runs on some platforms, so what it still holds open is left to the system's own cleaning. */
export default function removeData(): void {
  try {
    if (process.env.E2E_DATA_DIR) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
  } catch {
    // A file that vanished or appeared while removing: nothing that a test depends on.
  }
}
