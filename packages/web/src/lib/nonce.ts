const PLACEHOLDER = '__CSP_NONCE__';

/** The style nonce the server wrote into the page; none while developing, where no policy is sent. */
export function readNonce(): string | undefined {
  const content = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  return content && content !== PLACEHOLDER ? content : undefined;
}
