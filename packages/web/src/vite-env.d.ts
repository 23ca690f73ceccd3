/// <reference types="vite/client" />

/** The package types only its root, which would pull in five thousand icons while developing. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
