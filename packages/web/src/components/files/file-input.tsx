import { useRef } from 'react';

interface FileInputOptions {
  label: string;
  accept: string;
  testId: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

/** A hidden file input; `open` shows the browser's dialog. */
export function useFileInput({ label, accept, testId, multiple, onChoose }: FileInputOptions) {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      type="file"
      multiple={multiple}
      accept={accept}
      hidden
      aria-label={label}
      data-testid={testId}
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])]);
        // Lets the same file be chosen again.
        target.value = '';
      }}
    />
  );
  return { open: () => input.current?.click(), element };
}
