const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** As text, whatever it says, in HTML's content and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark]!);
