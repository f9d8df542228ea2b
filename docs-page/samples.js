// Programs that call an operation, written from the spec alone: the page shows them, and the tests run them.
// @ts-check

/**
 * @typedef {Record<string, any>} Json
 * @typedef {{ id: string, label: string, text: string }} Sample
 * @typedef {object} Call one request
 * @property {string} method in capitals
 * @property {string} url
 * @property {boolean} secured whether the key goes along
 * @property {unknown} [body] a JSON body
 * @property {string | null} upload the file that is the body
 * @property {'json' | 'text' | 'bytes' | 'events'} answer
 * @property {Streamed} streamed what events bring
 * @property {string} saveAs the file that an answer of bytes becomes
 * @typedef {object} Streamed
 * @property {boolean} chat
 * @property {boolean} tools whether calls of tools may come
 * @property {boolean} several whether there are several choices, whose chunks come in turn
 * @typedef {object} Values
 * @property {string} origin the server's address, without a path
 * @property {string} [url] the whole of it, in place of the origin and the spec's examples
 * @property {Record<string, string | number>} [path] values of path parameters, in place of the spec's examples
 * @property {unknown} [body] in place of the spec's example
 */

/**
 * @param {Json} spec
 * @param {string} path as the spec writes it
 * @param {string} method
 * @param {Values} values
 * @returns {Sample[]} in curl, TypeScript and Python
 */
export function samplesOf(spec, path, method, values) {
  const call = callOf(spec, path, method, values);
  return [
    { id: 'curl', label: 'curl', text: curl(call) },
    { id: 'typescript', label: 'TypeScript', text: typescript(call) },
    { id: 'python', label: 'Python', text: python(call) },
  ];
}

/**
 * @param {Json} spec
 * @param {string} url
 * @returns {string | undefined} the path that the spec has for an address, a plain one before one with parameters
 */
export function pathOf(spec, url) {
  const { pathname } = new URL(url);
  if (pathname in spec.paths) return pathname;
  const steps = pathname.split('/');
  return Object.keys(spec.paths).find((path) => {
    const wanted = path.split('/');
    return wanted.length === steps.length && wanted.every((step, i) => step.startsWith('{') || step === steps[i]);
  });
}

/**
 * The JSON bodies that the spec shows for an operation.
 *
 * @param {Json} spec
 * @param {string} path
 * @param {string} method
 * @returns {{ label: string, value: unknown }[]}
 */
export function exampleBodies(spec, path, method) {
  const body = resolve(spec, spec.paths[path][method].requestBody);
  const examples = Object.entries(body?.content?.['application/json']?.examples ?? {});
  return examples.map(([name, example]) => {
    const { summary, value } = resolve(spec, example);
    return { label: summary ?? name, value };
  });
}

/**
 * @param {Json} spec
 * @param {any} node
 * @returns {any} what a `$ref` leads to
 */
function resolve(spec, node) {
  if (typeof node?.$ref !== 'string') return node;
  const found = node.$ref
    .slice(2)
    .split('/')
    .reduce((/** @type {any} */ at, /** @type {string} */ key) => at[key], spec);
  return resolve(spec, found);
}

/**
 * @param {Json} spec
 * @param {string} path
 * @param {string} method
 * @param {Values} values
 * @returns {Call}
 */
function callOf(spec, path, method, { origin, url, path: given = {}, body: givenBody }) {
  const item = spec.paths[path];
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolve(spec, one));
  /** @param {string} name */
  const exampleOf = (name) => given[name] ?? parameters.find((one) => one.name === name)?.example ?? name;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(exampleOf(name))));
  const content = resolve(spec, operation.requestBody)?.content ?? {};
  const body = givenBody ?? exampleBodies(spec, path, method)[0]?.value;
  const streams = typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
  return {
    method: method.toUpperCase(),
    url: url ?? origin + filled,
    secured: (operation.security ?? spec.security).length > 0,
    body: 'application/json' in content ? body : undefined,
    upload: 'application/octet-stream' in content ? String(exampleOf('file_name')) : null,
    answer: streams ? 'events' : answerOf(resolve(spec, operation.responses['200'])),
    streamed: streamedBy(body),
    saveAs: String(exampleOf('file_name')),
  };
}

/**
 * @param {any} body
 * @returns {Streamed}
 */
function streamedBy(body) {
  const prompts = Array.isArray(body?.prompt) && typeof body.prompt[0] !== 'number' ? body.prompt.length : 1;
  return {
    chat: body?.messages !== undefined,
    tools: Array.isArray(body?.tools) && body.tools.length > 0,
    several: prompts * (body?.n ?? 1) > 1,
  };
}

/**
 * @param {Json} response
 * @returns {Call['answer']}
 */
function answerOf(response) {
  const types = Object.keys(response.content ?? {});
  if (types.includes('application/json')) return 'json';
  return types.includes('application/octet-stream') ? 'bytes' : 'text';
}

/**
 * @param {Call} call
 * @returns {string}
 */
function curl({ method, url, secured, body, upload, answer, saveAs }) {
  const parts = [
    `curl ${answer === 'events' ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${/[?&]/.test(url) ? `'${url}'` : url}`,
  ];
  if (secured) parts.push(`-H "Authorization: Bearer $DAYBREAK_API_KEY"`);
  if (body !== undefined) {
    parts.push(`-H 'Content-Type: application/json'`, `-d '${indented(body).replaceAll("'", `'\\''`)}'`);
  }
  if (upload !== null) parts.push(`-H 'Content-Type: application/octet-stream'`, `--data-binary @${upload}`);
  if (answer === 'bytes') parts.push(`-o ${saveAs}`);
  return `${parts.join(' \\\n  ')}\n`;
}

/**
 * @param {Call} call
 * @returns {string}
 */
function typescript({ method, url, secured, body, upload, answer, streamed, saveAs }) {
  const files = [upload !== null && 'readFile', answer === 'bytes' && 'writeFile'].filter(Boolean).join(', ');
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's own template
    ...(secured ? ['Authorization: `Bearer ${process.env.DAYBREAK_API_KEY}`'] : []),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
    ...(upload === null ? [] : [`'Content-Type': 'application/octet-stream'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',\n`]),
    ...(headers.length === 0 ? [] : [`  headers: {\n${headers.map((line) => `    ${line},\n`).join('')}  },\n`]),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indented(body, '', fieldName).replaceAll('\n', '\n  ')}),\n`]),
    ...(upload === null ? [] : [`  body: await readFile('${upload}'),\n`]),
  ].join('');
  return [
    files && `import { ${files} } from 'node:fs/promises';\n\n`,
    `const response = await fetch('${url}'${options && `, {\n${options}}`});\n`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's own template
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);\n\n',
    answer === 'events' ? typescriptEvents(streamed) : typescriptAnswer[answer].replace('{file}', saveAs),
  ].join('');
}

/** @type {Record<Exclude<Call['answer'], 'events'>, string>} */
const typescriptAnswer = {
  json: `console.log(JSON.stringify(await response.json(), null, 2));\n`,
  text: `console.log(await response.text());\n`,
  bytes: `await writeFile('{file}', new Uint8Array(await response.arrayBuffer()));\n`,
};

/**
 * @param {Streamed} streamed
 * @returns {string}
 */
function typescriptEvents({ chat, tools, several }) {
  return [
    several ? 'const texts: string[] = [];\n' : '',
    `let rest = '';
for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split('\\n');
  rest = lines.pop()!;
  for (const line of lines) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
    const event = JSON.parse(line.slice('data: '.length));
    if (event.error) throw new Error(event.error.message);
    for (const choice of event.choices) {
      ${tools ? 'let' : 'const'} piece = ${chat ? `choice.delta.content ?? ''` : 'choice.text'};
`,
    tools
      ? `      for (const { function: called } of choice.delta.tool_calls ?? []) {
        piece += (called.name ? \`\\n\${called.name} \` : '') + (called.arguments ?? '');
      }
`
      : '',
    several
      ? `      texts[choice.index] = (texts[choice.index] ?? '') + piece;
      if (choice.finish_reason) console.log(\`\${choice.index}: \${texts[choice.index]}\`);
`
      : '      process.stdout.write(piece);\n',
    '    }\n  }\n}\n',
  ].join('');
}

/**
 * @param {Call} call
 * @returns {string}
 */
function python({ method, url, secured, body, upload, answer, streamed, saveAs }) {
  const modules = [(answer === 'json' || answer === 'events') && 'json', secured && 'os']
    .filter(Boolean)
    .map((name) => `import ${name}\n`);
  const headers = [
    ...(secured ? [`"Authorization": f"Bearer {os.environ['DAYBREAK_API_KEY']}"`] : []),
    ...(upload === null ? [] : [`"Content-Type": "application/octet-stream"`]),
  ];
  const options = [
    `    ${JSON.stringify(url)},\n`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},\n`]),
    ...(body === undefined ? [] : [`    json=${pythonValue(body, '    ')},\n`]),
    ...(upload === null ? [] : [`    data=open(${JSON.stringify(upload)}, "rb"),\n`]),
    ...(answer === 'events' ? ['    stream=True,\n'] : []),
  ];
  const call = options.length === 1 ? options[0].trim().slice(0, -1) : `\n${options.join('')}`;
  return [
    modules.length > 0 ? `${modules.join('')}\n` : '',
    `import requests\n\n`,
    `response = requests.${method.toLowerCase()}(${call})\n`,
    `if not response.ok:\n    raise SystemExit(f"{response.status_code}: {response.text}")\n\n`,
    answer === 'events' ? pythonEvents(streamed) : pythonAnswer[answer].replace('{file}', saveAs),
  ].join('');
}

/** @type {Record<Exclude<Call['answer'], 'events'>, string>} */
const pythonAnswer = {
  json: `print(json.dumps(response.json(), indent=2))\n`,
  text: `print(response.text)\n`,
  bytes: `with open("{file}", "wb") as file:\n    file.write(response.content)\n`,
};

/**
 * @param {Streamed} streamed
 * @returns {string}
 */
function pythonEvents({ chat, tools, several }) {
  return [
    several ? 'texts = {}\n' : '',
    `for line in response.iter_lines():
    if not line.startswith(b"data: ") or line == b"data: [DONE]":
        continue
    event = json.loads(line.removeprefix(b"data: "))
    if "error" in event:
        raise SystemExit(event["error"]["message"])
    for choice in event["choices"]:
        piece = ${chat ? 'choice["delta"].get("content") or ""' : 'choice["text"]'}
`,
    tools
      ? `        for call in choice["delta"].get("tool_calls") or []:
            called = call["function"]
            piece += f"\\n{called['name']} " if called.get("name") else ""
            piece += called.get("arguments") or ""
`
      : '',
    several
      ? `        texts[choice["index"]] = texts.get(choice["index"], "") + piece
        if choice["finish_reason"]:
            print(f"{choice['index']}: {texts[choice['index']]}")
`
      : '        print(piece, end="", flush=True)\n',
  ].join('');
}

/**
 * @param {unknown} value
 * @param {string} indent of the line that it begins on
 * @returns {string}
 */
function pythonValue(value, indent) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return bracketed(
      '[',
      value.map((item) => pythonValue(item, inner)),
      ']',
      indent,
    );
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonValue(field, inner)}`);
  return bracketed('{', fields, '}', indent);
}

/**
 * @param {string} open
 * @param {string[]} items
 * @param {string} close
 * @param {string} indent
 * @returns {string} on one line where it fits
 */
function bracketed(open, items, close, indent) {
  const line = `${open}${items.join(', ')}${close}`;
  if (indent.length + line.length <= 88 && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${close}`;
}

/**
 * JSON with short lists and objects on one line.
 *
 * @param {unknown} value
 * @param {string} [indent]
 * @param {(name: string) => string} [nameOf] how a field's name is written
 * @returns {string}
 */
function indented(value, indent = '', nameOf = JSON.stringify) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => indented(item, inner, nameOf))
    : Object.entries(value).map(([name, field]) => `${nameOf(name)}: ${indented(field, inner, nameOf)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const space = isList || items.length === 0 ? '' : ' ';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (indent !== '' && indent.length + line.length <= 88 && !line.includes('\n')) return line;
  if (items.length === 0) return line;
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

/**
 * @param {string} name
 * @returns {string} as TypeScript writes it
 */
function fieldName(name) {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}
