// @ts-check

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The table of contents: a search field, and by tag a link to each operation.
 *
 * @param {Element} place
 * @param {Record<string, any>} spec
 */
export function showContents(place, spec) {
  const search = element('input', {
    type: 'search',
    placeholder: 'Search operations',
    'aria-label': 'Search operations',
  });
  const groups = spec.tags.map((/** @type {{ name: string }} */ { name }) => group(name, operationsOf(spec, name)));
  search.addEventListener('input', () => {
    for (const one of groups) filter(one, /** @type {HTMLInputElement} */ (search).value.trim().toLowerCase());
  });
  place.replaceChildren(search, ...groups);
  openOnPhone(place);
}

/**
 * @param {Record<string, any>} spec
 * @param {string} tag
 */
function operationsOf(spec, tag) {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    methods
      // An alias is told of where its operation is.
      .filter((method) => item[method]?.tags.includes(tag) && item[method]['x-alias-of'] === undefined)
      .map((method) => ({ path, method, id: item[method].operationId, summary: item[method].summary })),
  );
}

/**
 * @param {string} tag
 * @param {ReturnType<typeof operationsOf>} operations
 */
function group(tag, operations) {
  const links = operations.map(({ path, method, id, summary }) =>
    element('a', { href: `#/${tag}/${id}`, title: `${method.toUpperCase()} ${path}` }, [
      element('span', { class: `method ${method}` }, [method === 'delete' ? 'DEL' : method.toUpperCase()]),
      element('span', {}, [summary]),
    ]),
  );
  return element('section', {}, [element('h2', {}, [element('a', { href: `#/${tag}` }, [title(tag)])]), ...links]);
}

/** @param {string} tag */
function title(tag) {
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {HTMLElement} section
 * @param {string} words
 */
function filter(section, words) {
  const links = [...section.querySelectorAll('a[title]')].map((link) => /** @type {HTMLElement} */ (link));
  for (const link of links) link.hidden = !`${link.title} ${link.textContent}`.toLowerCase().includes(words);
  section.hidden = links.every((link) => link.hidden);
}

/** @param {Element} place */
function openOnPhone(place) {
  const menu = document.querySelector('.menu');
  /** @param {boolean} open */
  const show = (open) => {
    document.body.classList.toggle('menu-open', open);
    menu?.setAttribute('aria-expanded', String(open));
  };
  menu?.addEventListener('click', () => show(!document.body.classList.contains('menu-open')));
  place.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) show(false);
  });
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} [children]
 */
function element(name, attributes, children = []) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
