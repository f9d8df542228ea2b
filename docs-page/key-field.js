// @ts-check

/**
 * What the page keeps of a sign-in, in this tab alone, where the dashboard keeps it too; never the API key.
 *
 * @typedef {{ token: string, id: string, owner: string, scopes: string[], expires: string }} Session
 */

const place = 'daybreak.session';
const sessions = '/v1/preview/sessions';
const scheme = 'bearerAuth';
/** Characters of the shortest key that a server takes. */
const shortestKey = 40;

/**
 * The field turns an API key into a session, which goes with every request that the page sends, and forgets the key.
 *
 * @param {{ authActions: any }} ui
 */
export function keepKey(ui) {
  const field = /** @type {HTMLInputElement} */ (document.querySelector('#key'));
  const form = /** @type {HTMLFormElement} */ (field.form);
  const [state, out] = ['.signed', '.sign-out'].map((name) => /** @type {HTMLElement} */ (form.querySelector(name)));

  /** @param {Session | null} session */
  const use = (session) => {
    if (session === null) {
      sessionStorage.removeItem(place);
      state.textContent = '';
      ui.authActions.logout([scheme]);
    } else {
      sessionStorage.setItem(place, JSON.stringify(session));
      const schema = { type: 'http', scheme: 'bearer' };
      ui.authActions.authorize({ [scheme]: { name: scheme, schema, value: session.token } });
      state.textContent = `Signed in as ${session.owner}`;
      state.title = `until ${new Date(session.expires).toLocaleString()}`;
    }
    document.body.classList.toggle('has-key', session !== null);
  };

  /** @param {string} refusal */
  const say = (refusal) => {
    state.textContent = refusal;
    field.setAttribute('aria-invalid', String(refusal !== ''));
  };

  const signIn = async () => {
    const key = field.value.trim();
    if (key.length < shortestKey) return;
    const { session, refusal } = await sessionOf(key);
    // Meanwhile another may have been typed.
    if (field.value.trim() !== key) return;
    say(refusal);
    if (session === null) return;
    field.value = '';
    use(session);
  };

  field.addEventListener('input', () => {
    say('');
    void signIn();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void signIn();
  });
  out.addEventListener('click', () => {
    const kept = keptSession();
    if (kept !== null) void fetch(`${sessions}/current`, { method: 'DELETE', headers: withKey(kept.token) });
    use(null);
  });
  // Where an earlier version of the page was asked to keep the key itself.
  localStorage.removeItem('daybreak-api-key');
  const kept = keptSession();
  if (kept !== null) use(kept);
}

/** @returns {Session | null} */
function keptSession() {
  const kept = /** @type {Session | null} */ (JSON.parse(sessionStorage.getItem(place) ?? 'null'));
  return kept !== null && Date.parse(kept.expires) > Date.now() ? kept : null;
}

/**
 * @param {string} key
 * @returns {Promise<{ session: Session | null, refusal: string }>}
 */
async function sessionOf(key) {
  try {
    const headers = { ...withKey(key), 'content-type': 'application/json' };
    const response = await fetch(sessions, { method: 'POST', headers, body: '{}' });
    const body = await response.json();
    if (response.ok) return { session: body, refusal: '' };
    return { session: null, refusal: body.error.message };
  } catch {
    return { session: null, refusal: 'The server does not answer.' };
  }
}

/** @param {string} key */
function withKey(key) {
  return { authorization: `Bearer ${key}` };
}
