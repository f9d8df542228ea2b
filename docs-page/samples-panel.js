// @ts-check
import { exampleBodies, pathOf, samplesOf } from './samples.js';

const chosenLanguage = 'daybreak-language';
/**
 * The highlighter knows no TypeScript and no Python; these are near enough to colour words and strings.
 *
 * @type {Record<string, string>}
 */
const highlighted = { curl: 'bash', typescript: 'javascript', python: 'javascript' };

/**
 * A plugin of Swagger UI that shows, above the parameters of each operation, how a program calls it; and with an
 * answer, how a program asks for it. The latter stands in for Swagger UI's own, which shows the key.
 *
 * @param {Record<string, any>} spec
 * @returns {(system: { React: any, getComponent: (name: string, container?: boolean) => any }) => object}
 */
export function samplesPlugin(spec) {
  return ({ React, getComponent }) => {
    const h = React.createElement;
    const CopyButton = copyButton(React);

    /** @param {{ path: string, method: string, url?: string, body?: unknown }} props `url` and `body`: what was sent */
    const Samples = ({ path, method, url, body }) => {
      const bodies = url === undefined ? exampleBodies(spec, path, method) : [{ label: '', value: body }];
      const [example, setExample] = React.useState(0);
      const [language, setLanguage] = React.useState(sessionStorage.getItem(chosenLanguage) ?? 'curl');
      const samples = samplesOf(spec, path, method, { origin: location.origin, url, body: bodies[example]?.value });
      const shown = samples.find(({ id }) => id === language) ?? samples[0];
      const choose = (/** @type {string} */ id) => {
        sessionStorage.setItem(chosenLanguage, id);
        setLanguage(id);
      };
      const tabs = samples.map(({ id, label }) => {
        const attributes = { type: 'button', role: 'tab', 'aria-selected': id === shown.id, 'data-language': id };
        return h('button', { ...attributes, key: id, onClick: () => choose(id) }, label);
      });
      const options = bodies.map(({ label }, i) => h('option', { key: label, value: i }, label));
      const onChange = (/** @type {{ target: HTMLSelectElement }} */ { target }) => setExample(Number(target.value));
      const bar = h(
        'div',
        { className: 'samples-bar' },
        h('div', { role: 'tablist', 'aria-label': 'Language' }, tabs),
        bodies.length > 1 && h('select', { 'aria-label': 'Example', value: example, onChange }, options),
        h(CopyButton, { text: shown.text }),
      );
      const Code = getComponent('SyntaxHighlighter', true);
      return h(
        'div',
        { className: 'samples' },
        bar,
        h(Code, { language: highlighted[shown.id] }, shown.text.trimEnd()),
      );
    };

    /** @param {any} Parameters */
    const wrapped = (Parameters) => (/** @type {{ pathMethod: [string, string] }} */ props) => {
      const [path, method] = props.pathMethod;
      return h(React.Fragment, null, h(Samples, { path, method }), h(Parameters, props));
    };

    const sent =
      () =>
      (/** @type {{ request: any }} */ { request }) => {
        const [url, method, body] = ['url', 'method', 'body'].map((name) => request.get(name));
        const path = pathOf(spec, url);
        return path && h(Samples, { path, method: method.toLowerCase(), url, body: jsonOf(body) });
      };
    return { wrapComponents: { parameters: wrapped, curl: sent } };
  };
}

/** @param {unknown} body */
function jsonOf(body) {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined; // the server has said what is wrong with it
  }
}

/** @param {any} React */
function copyButton(React) {
  return (/** @type {{ text: string }} */ { text }) => {
    const [state, setState] = React.useState('Copy');
    const onClick = async () => {
      await navigator.clipboard.writeText(text);
      setState('Copied');
      setTimeout(() => setState('Copy'), 1500);
    };
    // A browser gives a page its clipboard only over TLS or on the machine itself.
    if (!navigator.clipboard) return null;
    return React.createElement('button', { type: 'button', className: 'copy', onClick }, state);
  };
}
