// @ts-check

/**
 * Opens what the address names, `#/{tag}` or `#/{tag}/{operation id}`, now and whenever a link changes it.
 *
 * @param {{ layoutActions: any }} ui
 */
export function followLinks(ui) {
  const follow = () => {
    const [root, tag, id] = decodeURIComponent(location.hash.slice(1)).split('/');
    if (root !== '' || tag === undefined) return;
    ui.layoutActions.show(['operations-tag', tag], true);
    if (id !== undefined) ui.layoutActions.show(['operations', tag, id], true);
    markCurrent();
    scrollToIt(id === undefined ? `operations-tag-${tag}` : `operations-${tag}-${id}`);
  };
  addEventListener('hashchange', follow);
  // The same link again changes no address.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (link?.getAttribute('href') === location.hash) follow();
  });
  follow();
}

/**
 * Swagger UI draws on its own time.
 *
 * @param {string} id
 * @param {number} [tries] frames to wait for it
 */
function scrollToIt(id, tries = 60) {
  const found = document.getElementById(id);
  if (found) found.scrollIntoView({ block: 'start' });
  else if (tries > 0) requestAnimationFrame(() => scrollToIt(id, tries - 1));
}

function markCurrent() {
  for (const link of document.querySelectorAll('#contents a')) {
    link.classList.toggle('current', link.getAttribute('href') === location.hash);
  }
}
