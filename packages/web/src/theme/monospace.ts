/** For keys and codes that people compare or copy by hand. */
export const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
