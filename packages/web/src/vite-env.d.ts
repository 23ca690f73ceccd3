/// <reference types="vite/client" />

/** The package types only its root, which would pull in five thousand icons while developing. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
