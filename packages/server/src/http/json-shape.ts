const MAX_DEPTH = 32;
/** Keys and values together: an import of a thousand users has thirteen thousand. */
const MAX_VALUES = 20_000;

const [QUOTE, BACKSLASH] = [34, 92];
const [COMMA, COLON] = [44, 58];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];

/** The quote that closes the text whose opening quote is at `from`; the end of the JSON if there is none. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/**
 * Counts depth, keys and values before anything is made of them: parsing an object of 100,000 keys takes a tenth of a second.
 * What is no JSON at all is found by the parser afterwards.
 */
export function isReasonableJson(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if (code === COMMA || code === COLON) values += 1;
    else if (code === LIST || code === OBJECT) {
      values += 1;
      depth += 1;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
