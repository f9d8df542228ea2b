// @ts-check

const place = 'daybreak-api-key';
const scheme = 'bearerAuth';

/**
 * The key of the field goes with every request that the page sends. It is forgotten with the page, unless the box is
 * ticked: then the browser keeps it until the box is cleared.
 *
 * @param {{ authActions: any }} ui
 */
export function keepKey(ui) {
  const [field, keep] = ['#key', '#keep'].map((id) => /** @type {HTMLInputElement} */ (document.querySelector(id)));
  const use = () => {
    const key = field.value.trim();
    if (keep.checked && key !== '') localStorage.setItem(place, key);
    else localStorage.removeItem(place);
    if (key === '') ui.authActions.logout([scheme]);
    else
      ui.authActions.authorize({ [scheme]: { name: scheme, schema: { type: 'http', scheme: 'bearer' }, value: key } });
    document.body.classList.toggle('has-key', key !== '');
  };
  const kept = localStorage.getItem(place);
  keep.checked = kept !== null;
  field.value = kept ?? '';
  if (kept !== null) use();
  for (const input of [field, keep]) input.addEventListener('input', use);
  field.form?.addEventListener('submit', (event) => event.preventDefault());
}
