const MAX_DEPTH = 32;
/** Keys and values together; an import of a thousand users has 13,000. */
const MAX_VALUES = 20_000;

const [QUOTE, BACKSLASH] = [34, 92];
const [COMMA, COLON] = [44, 58];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];

/** Index of the closing quote of the string that opens at `from`; the end of the JSON if there is none. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/** Before parsing: JSON.parse of an object with 100,000 keys blocks for 100 ms. Invalid JSON is left to the parser. */
export function isReasonableJson(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA || code === COLON) values += 1;
    else if (code === LIST || code === OBJECT) {
      values += 1;
      depth += 1;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
