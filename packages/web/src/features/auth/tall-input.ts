/** Sign-in pages: one task, larger fields (design 4, control heights). */
export const tallInput = { height: '2.75rem', fontSize: '0.9375rem' } as const;
