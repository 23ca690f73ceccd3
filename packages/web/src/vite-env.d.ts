/// <reference types="vite/client" />

/** The package types only its root, which would pull in five thousand icons while developing. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}

/** Made of docs/manual by build/manual-help.ts. */
declare module 'virtual:manual-help' {
  import type { HelpText } from '@campanero/contract/shared/manual-page';

  /** One for every page, by its name in app/pages.ts, and for the pages before the sign-in. */
  export const HELP: Readonly<Record<string, HelpText & { manualPage: string }>>;
}
