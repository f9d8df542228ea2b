import { useEffect, useRef, useState } from 'preact/hooks';
import { reasonOf } from '../api/connection.ts';
import { farewell } from '../api/session.ts';
import { signInByCode, signInByKey } from '../api/sign-in.ts';
import { usePageTitle } from './parts.tsx';
import { useStore } from './store.ts';

const usedLink =
  'This link was used already or is older than 5 minutes. Sign in with an API key, or restart the server for a new link.';

/** Form for an API key; with the code of a start link, it signs in by itself. */
export function SignIn({ code }: { code: string | null }) {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(code !== null);
  const [error, setError] = useState<string | null>(null);
  const ended = useStore(farewell);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!busy) field.current?.focus();
  }, [busy]);
  usePageTitle('Sign in');

  const attempt = async (signIn: () => Promise<void>, failed: (reason: string, isRefused: boolean) => string) => {
    setBusy(true);
    setError(null);
    try {
      await signIn();
    } catch (fault) {
      setError(failed(reasonOf(fault), !(fault instanceof TypeError)));
      setBusy(false);
    }
  };
  useEffect(() => {
    if (code === null) return;
    void attempt(
      () => signInByCode(code),
      (reason, isRefused) => (isRefused ? usedLink : reason),
    );
  }, []);

  const submit = (event: Event) => {
    event.preventDefault();
    const typed = key.trim();
    setKey('');
    if (typed !== '')
      void attempt(
        () => signInByKey(typed),
        (reason) => reason,
      );
  };

  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <img src="/app/icon.svg" alt="" width="44" height="44" />
        <h1>Daybreak</h1>
        <p class="soft">Train models, watch them learn, talk to them.</p>
        {ended && <p class="note">{ended}</p>}
        {error && (
          <p class="note bad" role="alert">
            {error}
          </p>
        )}
        <form onSubmit={submit} autocomplete="off">
          <label for="key">API key</label>
          <input
            id="key"
            ref={field}
            type="password"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
            spellcheck={false}
            autocomplete="off"
            required
          />
          <button type="submit" class="primary" disabled={busy}>
            {busy ? 'Signing in …' : 'Sign in'}
          </button>
        </form>
        <p class="small soft">
          The key is exchanged for a session of this tab and not kept. The first start of the server makes a key and
          says where it lies; a new link to sign in without one is printed at each start.
        </p>
      </div>
    </main>
  );
}
