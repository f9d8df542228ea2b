// The page at /docs: Swagger UI over the server's own contract, with a table of contents, a key field and samples.
// @ts-check
import { showContents } from './contents.js';
import { keepKey } from './key-field.js';
import { followLinks } from './links.js';
import { livePlugin, withLiveStream } from './live-stream.js';
import { samplesPlugin } from './samples-panel.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showScheme);
showScheme();

/**
 * Summaries are shown as they are, by Swagger UI too.
 *
 * @param {string} key
 * @param {unknown} value
 */
const withoutMarkdown = (key, value) =>
  key === 'summary' && typeof value === 'string' ? value.replaceAll('`', '') : value;

/** @returns {Promise<Record<string, any>>} the contract, with the address that this page came from as its server */
async function contract() {
  const response = await fetch('/v1/openapi.json');
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  const spec = JSON.parse(await response.text(), withoutMarkdown);
  return { ...spec, servers: [{ url: location.origin, description: 'This server.' }] };
}

/** Swagger UI's parts in the order of this page; what the page's own bar does is left out. */
const layoutPlugin = (/** @type {{ React: any }} */ { React: { createElement: h } }) => ({
  components: {
    DaybreakLayout: (/** @type {{ getComponent: (name: string, container?: boolean) => any }} */ { getComponent }) => {
      const parts = ['errors', 'InfoContainer', 'operations', 'Models'].map((name) => getComponent(name, true));
      return h('div', { className: 'swagger-ui' }, ...parts.map((part) => h(part)));
    },
  },
});

/** The bundle is a plain script, which puts this into the window. */
const { SwaggerUIBundle } = /** @type {any} */ (window);

try {
  const spec = await contract();
  document.querySelector('#base-url')?.replaceChildren(`${location.origin}/v1`);
  document.querySelector('.lead')?.replaceChildren(spec.info.summary);
  const contents = document.querySelector('#contents');
  if (contents) showContents(contents, spec);
  const ui = SwaggerUIBundle({
    spec,
    domNode: document.querySelector('#reference'),
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [layoutPlugin, samplesPlugin(spec), livePlugin(spec)],
    layout: 'DaybreakLayout',
    // `followLinks` does it: Swagger UI's own looks at the address only once.
    deepLinking: false,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    requestInterceptor: withLiveStream(spec),
  });
  keepKey(ui);
  followLinks(ui);
} catch (error) {
  document.querySelector('#reference')?.replaceChildren(`The contract could not be read. ${error}`);
  throw error;
}
