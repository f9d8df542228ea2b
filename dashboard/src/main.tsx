import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { queries } from './api/connection.ts';
import { askOtherTabs, session } from './api/session.ts';
import { takeCode } from './api/sign-in.ts';
import { App } from './shell/app.tsx';

const code = takeCode();
if (code === null && session.value === null) await askOtherTabs();
render(
  <QueryClientProvider client={queries}>
    <App code={code} />
  </QueryClientProvider>,
  document.getElementById('page')!,
);
