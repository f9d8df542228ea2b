/**
 * The first key that appears twice in one object of `json`, or null. `JSON.parse` silently keeps the last one, so two
 * readers could see two different files. `json` must be valid JSON (parse it first).
 */
export function duplicateKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;
  for (const match of json.matchAll(token)) {
    const text = match[0];
    if (text === '{') open.push(new Set());
    else if (text === '[') open.push(null);
    else if (text === '}' || text === ']') open.pop();
    else if (match[1] !== undefined) {
      const keys = open.at(-1);
      const key = JSON.parse(text.slice(0, text.length - match[1].length)) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}
