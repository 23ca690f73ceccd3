interface Size {
  width?: number;
  height?: number;
}

/** The window that media queries see; a test that changes it puts it back. */
export const setWindowSize = (size: Size): void =>
  (window as unknown as { happyDOM: { setViewport: (size: Size) => void } }).happyDOM.setViewport(size);
