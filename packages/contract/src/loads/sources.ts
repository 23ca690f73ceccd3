/** Where the people of a load come from: files, the phone dashboard, a form, or another campaign. */
export const LOAD_SOURCES = ['csv', 'dashboard', 'form', 'campaign'] as const;
